package import Bus

/// The compass of iio-sensor-proxy: whether there is one, when it is claimed, and what its properties mean. Pure;
/// ``CompassBus`` does what it says.
///
/// The proxy may start, end and start again at any time. While nobody claims the compass, the proxy does not read it.
package struct CompassCore: Sendable {
    /// What is to be done on the bus, or to be told.
    package enum Action: Sendable, Hashable {
        /// Read `HasCompass`.
        case readAvailability
        /// Call `ClaimCompass`.
        case claim
        /// Call `ReleaseCompass`.
        case release
        /// Read `CompassHeading`.
        case readHeading
        /// There is a compass, or not any more.
        case available(Bool)
        /// It points there: degrees from magnetic north, 0..<360.
        case heading(Double)
        /// It does not work, for a reason.
        case failed(String)
        case works
    }

    /// The interface, which is also the end of the object's path.
    static let interface = "net.hadess.SensorProxy.Compass"
    static let noProxy = "iio-sensor-proxy does not run: apt install iio-sensor-proxy, if this machine has a compass"
    static let noCompass = "iio-sensor-proxy finds no compass in this machine"
    static let denied = "the system bus does not let locd use the compass: see org.locd.SensorProxy.conf in Sensors.md"

    private var isWanted: Bool
    private var isThere = false
    private var hasCompass = false
    /// `HasCompass` was read.
    private var isKnown = false
    /// `ClaimCompass` was called, and nothing has undone it since.
    private var isClaimed = false

    package init(isWanted: Bool) {
        self.isWanted = isWanted
    }

    /// Somebody wants headings, or nobody any more. Said again, a compass that refused is claimed again, and a proxy
    /// that refused is asked again.
    package mutating func want(_ isWanted: Bool) -> [Action] {
        self.isWanted = isWanted
        let again: [Action] = isThere && !isKnown ? [.readAvailability] : []
        return again + adjust()
    }

    /// The proxy came to the bus, or left it.
    package mutating func owned(_ isThere: Bool) -> [Action] {
        let hadCompass = hasCompass
        self.isThere = isThere
        (hasCompass, isKnown, isClaimed) = (false, false, false)
        let gone: [Action] = hadCompass ? [.available(false)] : []
        return gone + (isThere ? [.readAvailability] : [.failed(Self.noProxy)])
    }

    package mutating func availability(_ answer: Result<BusValue, BusFailure>) -> [Action] {
        guard isThere else { return [] }
        switch answer {
        case .success(let value): return received([.init("HasCompass", value)])
        case .failure(let failure):
            return failure.isAbsence && !failure.isNoReply ? [] : [.failed(Self.words(failure))]
        }
    }

    package mutating func claimed(_ failure: BusFailure?) -> [Action] {
        guard isClaimed else { return [] }
        guard let failure else { return [.readHeading] }
        isClaimed = false
        return failure.isAbsence && !failure.isNoReply ? [] : [.failed(Self.words(failure))]
    }

    package mutating func heading(_ answer: Result<BusValue, BusFailure>) -> [Action] {
        guard case .success(let value) = answer else { return [] }
        return received([.init("CompassHeading", value)])
    }

    package mutating func receive(_ signal: BusSignal) -> [Action] {
        guard case .properties(_, Self.interface, let properties, let invalidated) = BusChange(signal) else {
            return []
        }
        var actions = received(properties)
        if invalidated.contains("HasCompass") { actions.append(.readAvailability) }
        if invalidated.contains("CompassHeading"), isClaimed { actions.append(.readHeading) }
        return actions
    }

    private mutating func received(_ properties: [BusValue.Property]) -> [Action] {
        var actions: [Action] = []
        if let value = properties[name: "HasCompass"] {
            if case .boolean(let hasCompass) = value {
                isKnown = true
                if hasCompass != self.hasCompass {
                    self.hasCompass = hasCompass
                    if !hasCompass { isClaimed = false }
                    actions.append(.available(hasCompass))
                }
                actions.append(hasCompass ? .works : .failed(Self.noCompass))
                actions += adjust()
            } else {
                actions.append(.failed("iio-sensor-proxy: HasCompass has the type \(value.signature), not b"))
            }
        }
        if let value = properties[name: "CompassHeading"], isClaimed { actions += received(heading: value) }
        return actions
    }

    private func received(heading value: BusValue) -> [Action] {
        guard case .double(let degrees) = value else {
            return [.failed("iio-sensor-proxy: CompassHeading has the type \(value.signature), not d")]
        }
        // -1 before the first measurement.
        if degrees == -1 { return [] }
        guard (0...360).contains(degrees) else {
            return [.failed("iio-sensor-proxy: CompassHeading is \(degrees), which is no direction")]
        }
        return [.works, .heading(degrees == 360 ? 0 : degrees)]
    }

    private mutating func adjust() -> [Action] {
        let shouldClaim = isWanted && hasCompass
        guard shouldClaim != isClaimed else { return [] }
        isClaimed = shouldClaim
        return [shouldClaim ? .claim : .release]
    }

    private static func words(_ failure: BusFailure) -> String {
        failure.isDenied ? denied : "iio-sensor-proxy: \(failure)"
    }
}
