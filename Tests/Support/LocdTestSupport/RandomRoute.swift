public import LocationModel

/// A day of some hours as a receiver would report it, random and repeatable: drives, stops, walks, silences, tunnels,
/// lost fixes, outliers, repetitions and times that are corrected backwards.
public struct RandomRoute: Sendable {
    /// What the receiver says, in order.
    public private(set) var fixes: [Fix] = []
    /// Places around which it pays to have regions: where something happened.
    public private(set) var places: [Coordinate] = []

    private var random: SeededGenerator
    private var second = 0.0
    private var place: Coordinate
    private var bearing = 0.0

    /// A route of a seed, of so many fixes at least.
    public init(seed: UInt64, fixes count: Int) {
        random = SeededGenerator(seed: seed)
        place = Coordinate(
            latitude: .random(in: -60...60, using: &random), longitude: .random(in: -180...180, using: &random))
        while fixes.count < count {
            places.append(place)
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2: drive()
            case 3...5: stand()
            case 6: walk()
            case 7: fallSilent()
            case 8: loseTheFix()
            default: correctTheTime()
            }
        }
    }

    /// Regions of all kinds of sizes on the way.
    public func regions() -> [Region] {
        var random = random
        return places.enumerated().map { number, place in
            let center = place.moved(
                by: .random(in: 0...80, using: &random), bearing: .random(in: 0..<360, using: &random))
            let radius = Double.random(in: 15...400, using: &random)
            guard number % 3 == 0, let line = Polyline([center, center.moved(by: 500, bearing: 70)]) else {
                return Region(identifier: "circle \(number)", center: center, radius: radius)
            }
            return Region(identifier: "corridor \(number)", shape: .corridor(line, width: radius))
        }
    }

    private mutating func drive() {
        let speed = Double.random(in: 6...30, using: &random)
        for _ in 0..<Int.random(in: 30...150, using: &random) {
            bearing += .random(in: -15...15, using: &random)
            report(speed: speed, by: speed)
        }
    }

    private mutating func walk() {
        let knowsSpeed = Bool.random(using: &random)
        for _ in 0..<Int.random(in: 60...240, using: &random) {
            bearing += .random(in: -30...30, using: &random)
            report(speed: knowsSpeed ? 1.4 : nil, by: 1.4)
        }
    }

    private mutating func stand() {
        let here = place
        for _ in 0..<Int.random(in: 60...900, using: &random) {
            report(speed: .random(in: 0...0.4, using: &random), by: 0)
            place = here.moved(
                by: .random(in: 0...4, using: &random), bearing: .random(in: 0..<360, using: &random))
        }
        place = here
    }

    private mutating func fallSilent() {
        second += .random(in: 3...3000, using: &random)
        if Bool.random(using: &random) {
            place = place.moved(by: .random(in: 50...20_000, using: &random), bearing: bearing)
        }
    }

    private mutating func loseTheFix() {
        for _ in 0..<Int.random(in: 3...60, using: &random) {
            second += 1
            fixes.append(Fix(mode: .none))
        }
    }

    private mutating func correctTheTime() {
        second -= [1, 2, 30, 500].randomElement(using: &random) ?? 1
    }

    private mutating func report(speed: Double?, by metres: Double) {
        second += 1
        place = place.moved(by: metres, bearing: bearing)
        var fix = Fix.sample(second, of: place, accuracy: .random(in: 2...30, using: &random), speed: speed)
        switch Int.random(in: 0..<200, using: &random) {
        case 0: fix.coordinate = place.moved(by: .random(in: 100...50_000, using: &random), bearing: 45)
        case 1: fix.horizontalAccuracy = .random(in: 100...900, using: &random)
        case 2: fixes.append(fix)
        case 3: fix.altitude = -704
        default: fix.altitude = 400
        }
        fixes.append(fix)
    }
}
