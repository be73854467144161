/// The WGS 84 ellipsoid, and the sphere that approximates it. No other target defines a size of the Earth.
///
/// National Geospatial-Intelligence Agency, NGA.STND.0036_1.0.0_WGS84 (2014), table 3.1 and 3.2. Lengths are in metres.
package enum WGS84 {
    /// The radius of the equator; exact by definition.
    @inlinable package static var semiMajorAxis: Double { 6_378_137 }
    /// (a - b) / a; exact by definition.
    @inlinable package static var flattening: Double { 1 / 298.257_223_563 }
    /// The radius of the poles, b = a (1 - f).
    @inlinable package static var semiMinorAxis: Double { 6_356_752.314_245_179 }
    /// The square of the first eccentricity, f (2 - f).
    @inlinable package static var eccentricitySquared: Double { 0.006_694_379_990_141_316 }
    /// The square of the second eccentricity, e² / (1 - e²).
    @inlinable package static var secondEccentricitySquared: Double { 0.006_739_496_742_276_435 }
    /// The area of the whole ellipsoid in square metres.
    @inlinable package static var area: Double { 510_065_621_724_088.5 }
    /// The mean of the three semi-axes, (2a + b) / 3: the sphere for angles along a great circle.
    @inlinable package static var meanRadius: Double { 6_371_008.8 }

    /// The radii of curvature at a latitude, given by its sine: along the meridian, and across it (the prime vertical).
    ///
    /// The meridian's is least at the equator (6,335,439 m); both are largest at the poles (6,399,594 m).
    @inlinable package static func radii(atSineOfLatitude sine: Double) -> (meridian: Double, primeVertical: Double) {
        let bend = 1 - eccentricitySquared * sine * sine
        let primeVertical = semiMajorAxis / bend.squareRoot()
        return (primeVertical * (1 - eccentricitySquared) / bend, primeVertical)
    }
}
