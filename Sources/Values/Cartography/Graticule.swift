internal import LocationModel

/// Meridians and parallels at round degrees, for a Mercator map; the polar one has circles and rays, which are not
/// drawn.
public struct Graticule: Sendable {
    /// Degrees between two lines, from coarse to fine.
    private static let steps: [Double] = [
        30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001,
    ]
    /// Pixels between two lines at least.
    private static let spacing = 110.0

    /// The meridians: x in the plane, and such as `11.5° E`.
    public let meridians: [(x: Double, label: String)]
    /// The parallels: y in the plane, and such as `48.1° N`.
    public let parallels: [(y: Double, label: String)]

    /// The lines in a rectangle of the plane, in which a metre takes this many `pixels`. `nil` for the polar
    /// projection.
    public init?(_ projection: MapProjection, view: MapRect, pixels: Double) {
        guard case .mercator(let meridian) = projection, view.width > 0, pixels > 0 else { return nil }
        let perDegree = WGS84.semiMajorAxis * .pi / 180 * pixels
        let step = Self.steps.last { $0 * perDegree >= Self.spacing } ?? 30
        func longitude(_ x: Double) -> Double { meridian + x / WGS84.semiMajorAxis * 180 / .pi }
        meridians = Self.multiples(of: step, from: longitude(view.left), to: longitude(view.right)).map {
            ($0 - meridian) * .pi / 180 * WGS84.semiMajorAxis
        }.map { x in (x, Self.label(wrappedLongitude(longitude(x)), step, "E", "W")) }
        let south = projection.place(at: MapPoint(x: 0, y: view.bottom)).latitude
        let north = projection.place(at: MapPoint(x: 0, y: view.top)).latitude
        parallels = Self.multiples(of: step, from: south, to: north).map { latitude in
            (
                projection.point(latitude: latitude, unwrappedLongitude: meridian).y,
                Self.label(latitude, step, "N", "S")
            )
        }
    }

    private static func multiples(of step: Double, from low: Double, to high: Double) -> [Double] {
        let (first, last) = ((low / step).rounded(.up), (high / step).rounded(.down))
        guard first <= last, last - first < 1000 else { return [] }
        return (0...Int(rounding: last - first)).map { (first + Double($0)) * step }
    }

    private static func label(_ degrees: Double, _ step: Double, _ positive: String, _ negative: String) -> String {
        var (decimals, unit) = (0, 1.0)
        while decimals < 4, abs(step / unit - (step / unit).rounded()) > 1e-6 {
            (decimals, unit) = (decimals + 1, unit / 10)
        }
        let count = Int(rounding: abs(degrees) / unit)
        let scale = Int(rounding: 1 / unit)
        let fraction = String(count % scale)
        let rest = decimals == 0 ? "" : "." + String(repeating: "0", count: decimals - fraction.count) + fraction
        let side =
            count == 0 || count == 180 * scale && step < 180 && positive == "E"
            ? "" : " \(degrees < 0 ? negative : positive)"
        return "\(count / scale)\(rest)°\(side)"
    }
}
