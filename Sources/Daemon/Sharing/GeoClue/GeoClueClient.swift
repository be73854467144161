import LocationModel

/// A client object of GeoClue and the locations delivered to it.
struct GeoClueClient: Sendable, Hashable {
    /// GeoClue's levels of accuracy.
    enum Level: UInt32, Sendable, CaseIterable {
        case none = 0, country = 1, city = 4, neighborhood = 5, street = 6, exact = 8
    }

    /// The path below which all clients stand.
    static let root = "/org/freedesktop/GeoClue2/Client"

    let number: Int
    /// The unique name of its owner.
    let sender: String
    var desktopID = ""
    /// Metres, and seconds, between two updates.
    var distanceThreshold: UInt32 = 0
    var timeThreshold: UInt32 = 0
    var requestedLevel = Level.exact.rawValue
    /// The `Active` property: whether it was started.
    var isActive = false
    /// Whether it was told nothing since it was started.
    var isNew = true
    /// The calls of Start that wait for an answer.
    var starting: [UInt64] = []
    /// How long a location is kept, in seconds, and the maximum number: enough for ten a second.
    private static let keeping = 5.0
    private static let maximumLocations = 51
    /// The latest delivered locations and their numbers: at least two, because the previous one may still be read.
    private(set) var locations: [(number: Int, location: Location)] = []

    init(number: Int, sender: String) {
        self.number = number
        self.sender = sender
    }

    var path: String { "\(Self.root)/\(number)" }

    func path(ofLocation number: Int) -> String { "\(path)/Location/\(number)" }

    /// The path of the latest location; `/` before the first.
    var locationPath: String { locations.last.map { path(ofLocation: $0.number) } ?? "/" }

    /// Whether it asks for a city or a country: it gets the location with reduced accuracy. Level 0 asks for nothing:
    /// Qt's plugin sends it unless its program prefers a method.
    var isReduced: Bool {
        requestedLevel > Level.none.rawValue && requestedLevel < Level.neighborhood.rawValue
    }

    /// Takes a location; false if the thresholds reject it. The first one after each Start always passes.
    mutating func receive(_ location: Location) -> Bool {
        if let last = locations.last, !isNew {
            let seconds = location.timestamp.seconds(since: last.location.timestamp)
            // The receiver's time may have been set back: later locations must not be rejected for ever.
            guard seconds < 0 || seconds >= Double(timeThreshold),
                location.distance(to: last.location) >= Double(distanceThreshold)
            else { return false }
        }
        isNew = false
        locations.append(((locations.last?.number ?? -1) + 1, location))
        while locations.count > 2, isForgotten(locations[0].location, after: location) { locations.removeFirst() }
        return true
    }

    /// A program gets the path of a location and reads it afterwards. A late one must still find it, otherwise it takes
    /// the missing location for the coordinate 0, 0. GeoClue keeps a location for five seconds, too.
    private func isForgotten(_ earlier: Location, after latest: Location) -> Bool {
        !(0...Self.keeping).contains(latest.timestamp.seconds(since: earlier.timestamp))
            || locations.count > Self.maximumLocations
    }

    /// What it was told is not for it any more.
    mutating func forget() { locations.removeAll() }

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
