public import LocationModel

/// Fixes as no receiver should send them.
public enum SpoiltDrive {
    /// A drive of some hours, spoilt: reordered, repeated, with holes, jumps, wrong times and values that cannot be.
    public static func fixes(_ random: inout SeededGenerator) -> [Fix] {
        var fixes: [Fix] = []
        var second = Double.random(in: -1e9...1e9, using: &random)
        var place = Coordinate(
            latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
        var bearing = 0.0
        while fixes.count < 400 {
            let isParked = fixes.count / 60 % 3 == 1
            second += [1, 1, 1, 0.1, 10, 600].randomElement(using: &random) ?? 1
            bearing += .random(in: -20...20, using: &random)
            place = place.moved(by: .random(in: 0...(isParked ? 2 : 30), using: &random), bearing: bearing)
            fixes.append(.sample(second, of: place, accuracy: .random(in: 0...150, using: &random)))
            fixes[fixes.count - 1].speed = .random(in: 0...(isParked ? 1 : 30), using: &random)
            if Int.random(in: 0..<12, using: &random) == 0 { fixes.append(spoilt(fixes[fixes.count - 1], &random)) }
            if Int.random(in: 0..<12, using: &random) == 0 {
                fixes.swapAt(
                    .random(in: max(0, fixes.count - 5)..<fixes.count, using: &random), fixes.count - 1)
            }
        }
        return fixes
    }

    /// The fix with something wrong about it.
    public static func spoilt(_ fix: Fix, _ random: inout SeededGenerator) -> Fix {
        var fix = fix
        let absurd = [0, -1, 1e-300, 1e300, -1e300, 91, 361, .infinity, .nan].randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<9, using: &random) {
        case 0: fix.mode = .none
        case 1: fix.timestamp = nil
        case 2: fix.timestamp = fix.timestamp?.advanced(bySeconds: .random(in: -1e9...1e9, using: &random))
        case 3: fix.timestamp = [.earliest, .latest].randomElement(using: &random)
        case 4: fix.coordinate = Coordinate(latitude: absurd, longitude: 0)
        case 5: fix.coordinate = Coordinate(latitude: 0, longitude: 0)
        case 6: fix.coordinate = fix.coordinate?.moved(by: 1e6, bearing: 45)
        case 7:
            fix.altitude = absurd
            fix.verticalAccuracy = absurd
            fix.course = absurd
            fix.hdop = absurd
        default:
            fix.horizontalAccuracy = absurd
            fix.speed = absurd
        }
        return fix
    }
}
