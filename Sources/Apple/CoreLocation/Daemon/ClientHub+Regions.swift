import LocationModel
import Synchronization

/// A request about a region that was not carried out yet.
struct RequestedMonitoring: Sendable {
    /// `nil` if it is to be stopped.
    let region: Region?
    let number: UInt64
}

/// A request for the state of a region.
struct RegionInquiry: Sendable {
    let region: Region
    let manager: ManagerReference
    fileprivate(set) var number: UInt64 = 0
}

extension ClientHub {
    /// Monitors a region. It belongs to the program from now on, unless it fails.
    func startMonitoring(_ region: Region, for manager: ManagerReference) {
        let number = state.withLock { state in
            let monitored = state.monitoredRegions
            let isKnown = monitored[region.identifier] != nil
            guard isKnown || monitored.count < Self.maximumRegions, region.isMonitorable else {
                return state.nextRequest
            }
            return state.request(region, of: region.identifier)
        }
        perform(.startMonitoring(region, manager, number: number))
    }

    /// Stops monitoring a region; it no longer belongs to the program.
    func stopMonitoring(identifier: String) {
        let (number, _) = state.withLock { state in
            (state.request(nil, of: identifier), state.takeInquiries { $0.region.identifier == identifier })
        }
        perform(.stopMonitoring(identifier: identifier, number: number))
    }

    /// Requests the state of a region. If it is monitored and the state is unknown, the answer waits until it is known.
    func inquire(_ inquiry: RegionInquiry) async {
        let identifier = inquiry.region.identifier
        // The region before it may have been allowed just now, and the session's word of that comes later.
        if state.withLock(\.isUndecided) { await learnAuthorization() }
        // Nobody is asked for permission because of it, and nothing is monitored before somebody gave that.
        if state.withLock(\.isUndecided) {
            return delivering.withLock { _ in inquiry.manager.deliver(inquiry.region, isIn: .unknown) }
        }
        // Open from now on: an event that comes before the answer is newer.
        let number = state.withLock { state in
            var inquiry = inquiry
            inquiry.number = state.nextRequest
            state.openInquiries.append(inquiry)
            return inquiry.number
        }
        guard let known = try? await daemon.state(ofRegion: identifier, label: label) else {
            // Those that wait for it go on waiting.
            return close(as: .unknown) { $0.number == number }
        }
        let isOpen = state.withLock { state in
            // The list of regions may be late: what is not known of it yet may be in it.
            guard known == .unknown, !state.knowsRegions || state.monitoredRegions[identifier] != nil else {
                return false
            }
            if state.inquiring == nil { state.inquiring = Task { [weak self] in await self?.inquireAgain() } }
            return true
        }
        if !isOpen { close(identifier, as: known) }
    }

    /// The daemon does not report an initial outside unasked: the state is requested again, less and less often.
    private func inquireAgain() async {
        var pause = Duration.seconds(1)
        while state.withLock({ $0.hasOpenInquiries() }) {
            guard (try? await daemon.sleep(for: pause)) != nil else { break }
            pause = min(pause * 2, .seconds(10))
            for identifier in Set(state.withLock(\.openInquiries).map(\.region.identifier)) {
                let known: RegionState
                do {
                    known = try await daemon.state(ofRegion: identifier, label: label)
                } catch {
                    // A daemon that is away will return; one that does not know the region has nothing to determine.
                    if error.isUnreachable { continue }
                    known = .unknown
                    close(identifier, as: known)
                    continue
                }
                if known != .unknown { close(identifier, as: known) }
            }
        }
    }

    /// Answers all requests for the state of a region.
    private func close(_ identifier: String, as known: RegionState) {
        close(as: known) { $0.region.identifier == identifier }
    }

    private func close(as known: RegionState, where isAnswered: (RegionInquiry) -> Bool) {
        delivering.withLock { _ in
            let answered = state.withLock { $0.takeInquiries(where: isAnswered) }
            for inquiry in answered { inquiry.manager.deliver(inquiry.region, isIn: known) }
        }
    }
}

extension ClientHub.State {
    /// The program's monitored regions: its requests count immediately.
    var monitoredRegions: [String: Region] {
        var monitored = regions.merging(pendingRegions) { _, pending in pending }
        for (identifier, request) in requested { monitored[identifier] = request.region }
        return monitored
    }

    /// The number of a request that changes nothing yet.
    fileprivate var nextRequest: UInt64 {
        mutating get {
            requests += 1
            return requests
        }
    }

    fileprivate mutating func request(_ region: Region?, of identifier: String) -> UInt64 {
        let number = nextRequest
        requested[identifier] = RequestedMonitoring(region: region, number: number)
        return number
    }

    /// The request is done, or failed; a later request for the region stays.
    mutating func didCarryOut(_ number: UInt64, of identifier: String) {
        if requested[identifier]?.number == number { requested[identifier] = nil }
    }

    /// Takes inquiries out, which the caller releases without the lock: the last reference to a manager that is gone
    /// gives back the events that wait for it, and takes the lock.
    mutating func takeInquiries(where isMeant: (RegionInquiry) -> Bool) -> [RegionInquiry] {
        defer { openInquiries.removeAll(where: isMeant) }
        return openInquiries.filter(isMeant)
    }

    /// Whether an answer is awaited; otherwise the request is not repeated.
    fileprivate mutating func hasOpenInquiries() -> Bool {
        if openInquiries.isEmpty { inquiring = nil }
        return !openInquiries.isEmpty
    }
}
