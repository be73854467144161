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
    case metrics
    case log
    case display

    /// What it is about, for a person.
    public var summary: String {
        switch self {
        case .receiver: "Where the fixes come from."
        case .recorder:
            "What is written into the track. These filters are the recorder's own: clients of the socket have theirs."
        case .tracks: "How the track lies on the disk."
        case .state: "What survives a restart beside the track: open visits, and in which regions it is."
        case .regions: "The places that are watched for entry and exit."
        case .geocoder: "What places are called: Core Location's CLGeocoder asks here."
        case .api: "The socket on which clients ask."
        case .clients: "What clients may have: who decides it, and where that stands."
        case .sharing: "Other programs on this machine, in the protocols that they speak."
        case .metrics: "Figures for Prometheus: health, never a place."
        case .log: "What is said to the journal."
        case .display: "What people read in a terminal."
        }
    }
}
