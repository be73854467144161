internal import LocationModel

/// Stands between the hub and the manager of a client. It passes on what the client is authorized for: everything
/// except private regions, or only the location with reduced accuracy, or nothing.
///
/// The manager derives everything that a client gets from the output of this screen. So no service, filter or setting
/// needs to know about authorization.
struct ClientScreen: Sendable {
    private let disclosure: Disclosure
    /// Whether the client requests the reduced location although it has full accuracy.
    private let isReduced: Bool
    /// Hides private regions; `nil` if the client may see them.
    private var privacy: PrivacyScreen?

    /// A screen without any input. `zones` are the private regions; `nil` for their owner. `place` is where the machine
    /// was last.
    init(_ disclosure: Disclosure, hiding zones: PrivacyZones?, at place: Coordinate? = nil, isReduced: Bool = false) {
        self.disclosure = disclosure
        self.isReduced = isReduced
        privacy = zones.map { PrivacyScreen($0, at: place) }
    }

    /// Takes a report of the hub, and returns what its manager may have of it. `reduced` is the location with reduced
    /// accuracy, if there is a new one.
    mutating func pass(_ reports: [HubReport], reduced: HubReport?) -> [HubReport] {
        switch disclosure {
        case .nothing: []
        case .reduced: reports.compactMap(\.health) + [reduced].compactMap(\.self)
        case .everything: wanted(privacy?.pass(reports) ?? reports, reduced: reduced)
        }
    }

    /// The accuracy that the client requests within its authorization.
    private func wanted(_ reports: [HubReport], reduced: HubReport?) -> [HubReport] {
        isReduced ? reports.compactMap { $0.isHeading ? $0 : $0.health } + [reduced].compactMap(\.self) : reports
    }

    /// What a new manager must know: the condition of the receiver, and the location, exact and (`reduced`) with
    /// reduced accuracy. The exact one is included only if it `isFresh`.
    mutating func open(
        with outage: Outage?, latest: (location: Location, arrival: Duration)?, isFresh: Bool, reduced: HubReport?,
        at now: Duration
    ) -> [HubReport] {
        switch disclosure {
        case .nothing: return []
        case .reduced: return [outage.map { .outage($0, at: now) }, reduced].compactMap(\.self)
        case .everything:
            var screen = privacy ?? PrivacyScreen(PrivacyZones())
            defer { if privacy != nil { privacy = screen } }
            return wanted(screen.open(with: outage, latest: latest, isFresh: isFresh, at: now), reduced: reduced)
        }
    }

    /// Applies other private regions; see ``PrivacyScreen/apply(_:outage:latest:isFresh:)``. The location with reduced
    /// accuracy hides them by itself.
    mutating func apply(
        _ zones: PrivacyZones, outage: Outage?, latest: (location: Location, arrival: Duration)?, isFresh: Bool
    ) -> [HubReport] {
        guard disclosure == .everything, var screen = privacy else { return [] }
        defer { privacy = screen }
        return wanted(screen.apply(zones, outage: outage, latest: latest, isFresh: isFresh), reduced: nil)
    }
}

extension HubReport {
    /// What it reports of the health of the receiver, which is public, without a position; `nil` if nothing.
    fileprivate var health: HubReport? {
        switch self {
        case .outage: self
        case .integrity(let change): .integrity(change.withoutMotion)
        case .location, .rejected, .heading, .beacons, .gap: nil
        }
    }

    fileprivate var isHeading: Bool {
        if case .heading = self { true } else { false }
    }
}
