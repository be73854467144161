import LocationModel

/// One client object of GeoClue's, and what it was told.
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
    /// What the program sees: whether it was started.
    var isActive = false
    /// The calls of Start that wait for an answer.
    var starting: [UInt64] = []
    /// How long a location is kept, in seconds, and how many at most: those of ten a second.
    private static let keeping = 5.0
    private static let maximumLocations = 51
    /// The latest locations that it was told, and their numbers: two at least, as the one before may still be read.
    private(set) var locations: [(number: Int, location: Location)] = []

    init(number: Int, sender: String) {
        self.number = number
        self.sender = sender
    }

    var path: String { "\(Self.root)/\(number)" }

    func path(ofLocation number: Int) -> String { "\(path)/Location/\(number)" }

    /// The path of the latest location; `/` before the first.
    var locationPath: String { locations.last.map { path(ofLocation: $0.number) } ?? "/" }

    /// A city or a country is asked for: the location with reduced accuracy is that.
    var isReduced: Bool {
        requestedLevel > Level.none.rawValue && requestedLevel < Level.neighborhood.rawValue
    }

    /// Takes a location; false if the thresholds hold it back. The first passes always.
    mutating func receive(_ location: Location) -> Bool {
        if let last = locations.last {
            let seconds = location.timestamp.seconds(since: last.location.timestamp)
            // The receiver's time may have been set back: what is later then is not held back for ever.
            guard seconds < 0 || seconds >= Double(timeThreshold),
                location.distance(to: last.location) >= Double(distanceThreshold)
            else { return false }
        }
        locations.append(((locations.last?.number ?? -1) + 1, location))
        while locations.count > 2, isForgotten(locations[0].location, after: location) { locations.removeFirst() }
        return true
    }

    /// A program is told where to look, and looks afterwards: one that is late must still find it, or takes what is not there for
    /// the coordinate 0, 0. GeoClue keeps a location for five seconds, too.
    private func isForgotten(_ earlier: Location, after latest: Location) -> Bool {
        !(0...Self.keeping).contains(latest.timestamp.seconds(since: earlier.timestamp))
            || locations.count > Self.maximumLocations
    }

    /// What it was told is not for it any more.
    mutating func forget() { locations.removeAll() }

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
