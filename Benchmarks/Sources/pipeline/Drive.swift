import Glibc
import LocationModel
import Measuring

/// A drive at 1 Hz with stops, as fixes: the same numbers on each machine and in each run.
///
/// Four minutes at 13 m/s around a circle, one minute parked, with a metre of noise. Each field that a good receiver
/// fills is filled.
struct Drive: Sequence, IteratorProtocol {
    private static let radius = 2000.0
    private static let metresPerDegree = 111_320.0

    private var second: Int64 = 0
    private var travelled = 0.0
    private var noise = Noise()
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
        let north = Self.radius * sin(angle) + noise.next()
        let east = Self.radius * cos(angle) + noise.next()
        var fix = Fix(
            mode: .fix3D, timestamp: Timestamp(seconds: 1_790_000_000 + second),
            coordinate: Coordinate(
                latitude: 47.5 + north / Self.metresPerDegree,
                longitude: 8.7 + east / (Self.metresPerDegree * cos(47.5 * .pi / 180))))
        fix.horizontalAccuracy = 3.2
        fix.altitude = 450 + noise.next()
        fix.ellipsoidalAltitude = 497 + noise.next()
        fix.verticalAccuracy = 6
        fix.speed = speed
        fix.course = (angle * 180 / .pi).truncatingRemainder(dividingBy: 360)
        fix.satellitesUsed = 9
        fix.hdop = 0.9
        return fix
    }
}
