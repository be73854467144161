import Glibc
import LocationModel

/// A drive at 1 Hz with stops, as fixes: the same numbers on each machine and in each run.
///
/// Four minutes at 13 m/s around a circle, one minute parked, with a metre of noise that a linear congruential
/// generator makes. Each field that a good receiver fills is filled.
struct Drive: Sequence, IteratorProtocol {
    private static let radius = 2000.0
    private static let metresPerDegree = 111_320.0

    private var second: Int64 = 0
    private var travelled = 0.0
    private var noise: UInt64 = 1
    private let count: Int64

    init(fixes count: Int64) {
        self.count = count
    }

    mutating func next() -> Fix? {
        guard second < count else { return nil }
        second += 1
        let speed = second % 300 < 240 ? 13.0 : 0
        travelled += speed
        let angle = travelled / Self.radius
        let north = Self.radius * sin(angle) + metre()
        let east = Self.radius * cos(angle) + metre()
        var fix = Fix(
            mode: .fix3D, timestamp: Timestamp(seconds: 1_790_000_000 + second),
            coordinate: Coordinate(
                latitude: 47.5 + north / Self.metresPerDegree,
                longitude: 8.7 + east / (Self.metresPerDegree * cos(47.5 * .pi / 180))))
        fix.horizontalAccuracy = 3.2
        fix.altitude = 450 + metre()
        fix.ellipsoidalAltitude = 497 + metre()
        fix.verticalAccuracy = 6
        fix.speed = speed
        fix.course = (angle * 180 / .pi).truncatingRemainder(dividingBy: 360)
        fix.satellitesUsed = 9
        fix.hdop = 0.9
        return fix
    }

    /// -1 to 1.
    private mutating func metre() -> Double {
        noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(noise >> 11) / Double(1 << 52) - 1
    }
}
