package import LocationModel

/// What one program was told last, and what it is told next. Pure.
///
/// Nobody is left in silence: while there is no fix, or the location is that of reduced accuracy, which is made four
/// times an hour, it is told once a second. A location is repeated with the time that it has; nothing is stamped with
/// the time of this machine.
package struct FixState: Sendable, Hashable {
    /// The location that holds now; `nil` while there is no fix, or before the first.
    package private(set) var location: Location?
    /// Whether the program may have only the location with reduced accuracy.
    package private(set) var isReduced: Bool

    /// A program that was told nothing yet.
    package init(isReduced: Bool = false) {
        self.isReduced = isReduced
    }

    /// Takes an event of the program's session; whether it is to be told of it now.
    package mutating func receive(_ event: LocationEvent) -> Bool {
        switch event {
        case .location(let location):
            self.location = location
            return true
        case .failure(let failure) where failure.error == .locationUnknown || failure.error == .denied:
            location = nil
            return true
        case .authorization(let authorization):
            // What it was told before was meant for another authorization.
            location = nil
            isReduced = authorization.disclosure == .reduced
            return false
        default: return false
        }
    }

    /// Whether it is to be told again after a second in which it was told nothing.
    package var isRepeated: Bool { location == nil || isReduced }
}
