import LocationModel
import LocdProtocol
import Phrasing

/// A client of the daemon in a few words: its name, its requests and its progress.
struct ClientText: Sendable {
    private let client: ReportedClient
    private let user: String

    /// `names`: the names of users, by number.
    init(_ client: ReportedClient, names: [Int: String] = [:]) {
        self.client = client
        user = names[client.user] ?? "user \(client.user)"
    }

    /// The name of the client: first its label, which is not verified, then the identity that the kernel reports.
    var name: TextSegment {
        let names = [client.label, client.unit].compactMap(\.self)
        return TextSegment(names.isEmpty ? user : "\(names.joined(separator: ", ")) (\(user))")
    }

    /// The services that it started, and their settings.
    var requests: [TextSegment] {
        var words = client.services.map(Self.words(for:))
        switch client.method {
        // These programs do not know locd: the protocol says more about them than their services.
        case .NMEA, .gpsd, .GeoClue: words = [client.method?.rawValue].compactMap(\.self)
        case .Updates, .Heading, .Visits, .Events, nil: break
        }
        if client.regions > 0 { words.append(Words.counted(client.regions, "region")) }
        if let settings = client.settings { words += Self.words(for: settings) }
        if let settings = client.settingsInForce { words.append("in force: \(settings.words)") }
        return words.map { TextSegment($0) }
    }

    /// How long it has been served, how much it received, and what it missed.
    var progress: [TextSegment] {
        guard client.method != nil else {
            return [TextSegment("away")]
                + (client.waiting > 0 ? [TextSegment("\(Words.counted(client.waiting, "event")) queued")] : [])
        }
        let delivered = Words.counted(client.delivered, "update")
        return [
            TextSegment(client.age.map { "\(delivered) in \(Wording.duration($0))" } ?? delivered),
            client.isInBackground ? TextSegment("in the background") : nil,
            client.waiting > 0 ? TextSegment("\(Words.grouped(client.waiting)) queued", .warning) : nil,
            client.missed > 0 ? TextSegment("\(Words.grouped(client.missed)) missed", .warning) : nil,
        ].compactMap(\.self)
    }

    /// The requested settings; those with default values are omitted.
    private static func words(for settings: SessionSettings) -> [String] {
        let figures: [(String, Double?, String)] = [
            ("distanceFilter", settings.distanceFilter, "m"),
            ("maximumHorizontalAccuracy", settings.maximumHorizontalAccuracy, "m"),
            ("maximumAge", settings.maximumAge, "s"), ("maximumSpeed", settings.maximumSpeed, "m/s"),
            ("minimumInterval", settings.minimumInterval, "s"), ("headingFilter", settings.headingFilter, "°"),
        ]
        let flags = [
            settings.pausesLocationUpdatesAutomatically.map { $0 ? "automatic pauses" : "no automatic pauses" },
            settings.holdsPositionWhenStationary.map { $0 ? "held when stationary" : "not held when stationary" },
        ]
        return [
            settings.desiredAccuracy.map { "desiredAccuracy \($0)" },
            settings.activityType.map { "activityType \($0.rawValue)" },
            settings.smoothing.map { "smoothing \($0.rawValue)" },
        ].compactMap(\.self)
            + figures.compactMap { name, value, unit in value.map { "\(name) \(Wording.figure($0, unit))" } }
            + flags.compactMap(\.self)
    }

    private static func words(for service: SessionService) -> String {
        switch service {
        case .updatingLocation: "locations"
        case .updatingHeading: "headings"
        case .monitoringSignificantLocationChanges: "significant changes"
        case .monitoringVisits: "visits"
        case .rangingBeacons: "beacons"
        case .activityUpdates: "activities"
        case .administeredRegions: "regions of the administrator"
        case .timeZone: "time zone"
        case .stepUpdates: "steps"
        case .receiver: "receiver"
        }
    }
}
