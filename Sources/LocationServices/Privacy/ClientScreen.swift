internal import LocationModel

/// Stands between the hub and the manager of a client, and lets through what the client may be told: everything but private
/// regions, or only rough locations, or nothing.
///
/// All that a client is told is derived by its manager from what came out here, so no service, filter or setting has to know
/// of authorization to keep it.
struct ClientScreen: Sendable {
    private let disclosure: Disclosure
    /// Whether the client requests the reduced location although it has full accuracy.
    private let isReduced: Bool
    /// Hides private regions; `nil` if the client may see them.
    private var privacy: PrivacyScreen?

    /// A screen that has seen nothing. `zones` are the private regions; `nil` for their owner.
    init(_ disclosure: Disclosure, hiding zones: PrivacyZones?, isReduced: Bool = false) {
        self.disclosure = disclosure
        self.isReduced = isReduced
        privacy = zones.map { PrivacyScreen($0) }
    }

    /// Takes what the hub reports, and gives what its manager may have of it. `reduced` is the location that may be told of it
    /// to those who may have no other, if there is a new one.
    mutating func pass(_ reports: [HubReport], reduced: HubReport?) -> [HubReport] {
        switch disclosure {
        case .nothing: []
        case .reduced: reports.filter(\.isHealth) + [reduced].compactMap(\.self)
        case .everything: wanted(privacy?.pass(reports) ?? reports, reduced: reduced)
        }
    }

    /// The accuracy that the client requests within its authorization.
    private func wanted(_ reports: [HubReport], reduced: HubReport?) -> [HubReport] {
        isReduced ? reports.filter { $0.isHealth || $0.isHeading } + [reduced].compactMap(\.self) : reports
    }

    /// What a manager must know that is new: how the receiver is, and where it is, exactly and (`reduced`) as far as that may be
    /// told. The exact one is told only where it `isFresh`.
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

    /// Takes other private regions; see ``PrivacyScreen/apply(_:outage:latest:isFresh:)``. What is rough hides them by itself.
    mutating func apply(
        _ zones: PrivacyZones, outage: Outage?, latest: (location: Location, arrival: Duration)?, isFresh: Bool
    ) -> [HubReport] {
        guard disclosure == .everything, var screen = privacy else { return [] }
        defer { privacy = screen }
        return wanted(screen.apply(zones, outage: outage, latest: latest, isFresh: isFresh), reduced: nil)
    }
}

extension HubReport {
    /// Whether it reports only the health of the receiver, which is public, and no position.
    fileprivate var isHealth: Bool {
        switch self {
        case .outage: true
        case .location, .rejected, .heading, .gap: false
        }
    }

    /// Whether it is a heading.
    fileprivate var isHeading: Bool {
        if case .heading = self { true } else { false }
    }
}
