/// The sections of the configuration, in the order of the file.
public enum ConfigurationSection: String, Sendable, Hashable, CaseIterable {
    case receiver
    case recorder
    case tracks
    case state
    case regions
    case geocoder
    case api
    case clients
    case sharing
    case sensors
    case hooks
    case metrics
    case log
    case display

    /// Its subject, for a person.
    public var summary: String {
        switch self {
        case .receiver: "The source of the fixes."
        case .recorder:
            "What the track records. Clients of the socket have their own filters."
        case .tracks: "The track files on disk."
        case .state:
            "The state that survives a restart, besides the track: open visits, and the regions that the machine is in."
        case .regions: "The places that are monitored for entry and exit."
        case .geocoder: "Names of places, for Core Location's CLGeocoder."
        case .api: "The socket for clients."
        case .clients: "Authorization of clients: the rules, and who decides."
        case .sharing: "Other programs on this machine, and their protocols."
        case .sensors: "Sensors other than the receiver. Each is off until you switch it on."
        case .hooks:
            """
            Programs that are started when something happens: each event is one line of JSON to a Unix socket. The page \
            Hooks has recipes.
            """
        case .metrics: "Metrics for Prometheus: health, never a position."
        case .log: "Messages to the journal."
        case .display: "Output for people on a terminal."
        }
    }
}

/// The table of keys as data, for `make generate`: the documentation and the manual page.
package enum ConfigurationTable {
    package struct Section: Encodable {
        let name: String
        let summary: String
        let keys: [Key]
    }

    struct Key: Encodable {
        let name: String
        let summary: String
        let allowed: String
        let `default`: String
        let needsRestart: Bool
    }

    /// The sections and their keys, in the order of the file.
    package static var sections: [Section] {
        ConfigurationSection.allCases.map { section in
            Section(
                name: section.rawValue, summary: section.summary,
                keys: ConfigurationKey.all.filter { $0.section == section }.map { key in
                    Key(
                        name: key.name, summary: key.summary, allowed: key.allowed, default: key.defaultText,
                        needsRestart: key.application == .restart)
                })
        }
    }
}
