internal import LocationModel

/// Chooses which of too many regions are monitored: those of higher priority first, then the nearest, then the smaller.
struct RegionSelection: Sendable {
    /// The minimum distance in metres before the next choice.
    private static let minimumTravel = 100.0
    /// The most that a choice can last for: half of the farthest distance on Earth, rounded up.
    private static let mostTravel = 1.1e7

    private let limit: Int
    private(set) var chosen: Set<Int> = []
    private var isStale = true
    private var nextChoice = 0.0

    init(limit: Int) {
        self.limit = max(limit, 0)
    }

    /// The regions changed.
    mutating func invalidate() {
        isStale = true
    }

    /// The choice of an earlier run from `count` regions. It stands until `travel` metres were travelled; until the
    /// first location if that is `nil` or more than there is on Earth, or if the limit is another one now.
    mutating func resume(_ numbers: Set<Int>, of count: Int, for travel: Double?) {
        chosen = numbers
        guard let travel, travel <= Self.mostTravel, numbers.count == min(count, limit) else { return }
        (isStale, nextChoice) = (false, travel)
    }

    /// Metres until the next choice; `nil` if it is due with the next location.
    func travel(at odometer: Double) -> Double? {
        isStale ? nil : max(nextChoice - odometer, 0)
    }

    /// Chooses if that is due, and returns the newly chosen numbers; `nil` if nothing changed.
    mutating func update(at place: Coordinate, odometer: Double, in store: RegionStore) -> Set<Int>? {
        guard isStale || odometer >= nextChoice else { return nil }
        isStale = false
        let ranked = store.all
            .map { (number: $0.number, region: $0.region, distance: max($0.region.shape.distance(to: place), 0)) }
            .sorted {
                ($1.region.priority, $0.distance, $0.region.shape.depth, $0.region.identifier)
                    < ($0.region.priority, $1.distance, $1.region.shape.depth, $1.region.identifier)
            }
        let before = chosen
        chosen = Set(ranked.prefix(limit).map(\.number))
        // Before half of the difference was travelled, no other region can be nearer.
        var travel = Self.minimumTravel
        if limit > 0, ranked.count > limit {
            travel = max(travel, (ranked[limit].distance - ranked[limit - 1].distance) / 2)
        }
        nextChoice = odometer + travel
        return chosen.subtracting(before)
    }
}
