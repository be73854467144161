internal import Glibc

/// The Earth's main magnetic field after the World Magnetic Model 2025: spherical harmonics of degree 12, as in NOAA's
/// technical report of the model. It gives the declination of a compass.
public enum MagneticModel {
    /// The field at a place and a time.
    public struct Field: Sendable, Hashable {
        /// The angle of magnetic north east of true north, in degrees, -180...180.
        public var declination: Double
        /// The strength of the horizontal part, in nT.
        public var horizontalIntensity: Double
        /// The strength of the whole field, in nT.
        public var intensity: Double

        /// Whether a compass is unreliable because a magnetic pole is near: NOAA's blackout zone, below 2000 nT.
        public var isBlackout: Bool { horizontalIntensity < 2000 }
    }

    /// The validity of the model: from 2025-01-01 up to, but not including, 2030-01-01.
    public static let validity: Range<Timestamp> = moment(2025)..<moment(2030)

    private static let degree = 12
    /// Radius of reference of the model, metres.
    private static let radius = 6_371_200.0

    /// The field at a place, `altitude` metres above the ellipsoid, at a time.
    ///
    /// Outside ``validity``, it is extrapolated, up to ten years, with an error of some tenths of a degree for each
    /// year.
    public static func field(at place: Coordinate, altitude: Double = 0, on time: Timestamp) -> Field {
        let years = min(max(time.seconds(since: validity.lowerBound) / (365.25 * 86_400), -10), 15)
        return field(at: place, altitude: altitude, yearsSince2025: years)
    }

    static func field(at place: Coordinate, altitude: Double, yearsSince2025 years: Double) -> Field {
        // At a pole east has no direction: a step of 10 µm beside it has one, and the same field.
        let latitude = min(max(place.latitude, -90 + 1e-10), 90 - 1e-10) * .pi / 180
        let (sine, cosine) = (sin(latitude), cos(latitude))
        // Geodetic to spherical.
        let curvature = WGS84.radii(atSineOfLatitude: sine).primeVertical
        let outwards = (curvature + altitude) * cosine
        let upwards = (curvature * (1 - WGS84.eccentricitySquared) + altitude) * sine
        let distance = (outwards * outwards + upwards * upwards).squareRoot()
        let (sphericalSine, sphericalCosine) = (upwards / distance, outwards / distance)

        let (legendre, derivative) = legendreFunctions(sphericalSine, sphericalCosine)
        let longitude = place.longitude * .pi / 180
        let ratio = radius / distance
        var (north, east, down) = (0.0, 0.0, 0.0)
        var power = ratio * ratio
        var index = 0
        for n in 1...degree {
            power *= ratio
            for m in 0...n {
                let entry = coefficients[index]
                let (g, h) = (entry.g + years * entry.gRate, entry.h + years * entry.hRate)
                let (sineM, cosineM) = (sin(Double(m) * longitude), cos(Double(m) * longitude))
                let even = g * cosineM + h * sineM
                let position = n * (n + 1) / 2 + m
                north -= power * even * derivative[position]
                east += power * Double(m) * (g * sineM - h * cosineM) * legendre[position]
                down -= power * Double(n + 1) * even * legendre[position]
                index += 1
            }
        }
        east /= sphericalCosine
        // Back from the sphere's vertical to the ellipsoid's.
        let tilt = atan2(sphericalSine, sphericalCosine) - latitude
        let geodeticNorth = north * cos(tilt) - down * sin(tilt)
        return Field(
            declination: atan2(east, geodeticNorth) * 180 / .pi,
            horizontalIntensity: (geodeticNorth * geodeticNorth + east * east).squareRoot(),
            intensity: (north * north + down * down + east * east).squareRoot())
    }

    /// Schmidt's semi-normalized associated Legendre functions of the sine of the latitude, and their derivatives by
    /// the latitude, at n(n+1)/2 + m.
    private static func legendreFunctions(_ sine: Double, _ cosine: Double) -> ([Double], [Double]) {
        let count = (degree + 1) * (degree + 2) / 2
        var value = [Double](repeating: 0, count: count)
        var derivative = [Double](repeating: 0, count: count)
        value[0] = 1
        for n in 1...degree {
            let (row, before) = (n * (n + 1) / 2, n * (n - 1) / 2)
            for m in 0...n {
                if m == n {
                    let factor = n == 1 ? 1 : (Double(2 * n - 1) / Double(2 * n)).squareRoot()
                    let last = before + n - 1
                    value[row + m] = factor * cosine * value[last]
                    derivative[row + m] = factor * (cosine * derivative[last] - sine * value[last])
                } else {
                    let scale = Double((n - m) * (n + m)).squareRoot()
                    let first = Double(2 * n - 1) / scale
                    var (v, d) = (
                        first * sine * value[before + m],
                        first * (sine * derivative[before + m] + cosine * value[before + m])
                    )
                    if m < n - 1 {
                        let second = Double((n - 1 - m) * (n - 1 + m)).squareRoot() / scale
                        let earlier = (n - 2) * (n - 1) / 2 + m
                        v -= second * value[earlier]
                        d -= second * derivative[earlier]
                    }
                    value[row + m] = v
                    derivative[row + m] = d
                }
            }
        }
        return (value, derivative)
    }

    private static func moment(_ year: Int) -> Timestamp {
        CivilDate(year: year, month: 1, day: 1)?.midnight ?? .latest
    }
}
