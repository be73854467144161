import Glibc

/// The line that solves an ``InverseProblem``, in the position of that problem.
struct InverseSolution {
    /// Metres.
    let distance: Double
    /// α1 and α2.
    let azimuths: (first: Angle, second: Angle)
    /// ω12; `nil` along a meridian.
    let omega12: Angle?

    /// Square metres between the line and the equator (59 to 63).
    func area(of problem: InverseProblem) -> Double {
        let (first, second) = (problem.first, problem.second)
        let equatorial = GeodesicLine.equatorialAzimuth(latitude: first, azimuth: azimuths.first)
        var area = 0.0
        if equatorial.sine != 0, equatorial.cosine != 0 {
            let series = GeodesicSeries.c4(GeodesicLine.eps(equatorialAzimuth: equatorial))
            let from = Angle(sine: first.sine, cosine: azimuths.first.cosine * first.cosine).normalized
            let to = Angle(sine: second.sine, cosine: azimuths.second.cosine * second.cosine).normalized
            area =
                WGS84.semiMajorAxis * WGS84.semiMajorAxis * WGS84.eccentricitySquared
                * equatorial.cosine * equatorial.sine * (series.cosines(of: to) - series.cosines(of: from))
        }
        return area + WGS84.area / (4 * .pi) * excess(first, second)
    }

    /// α2 - α1, the spherical excess between the line and the equator.
    private func excess(_ first: Angle, _ second: Angle) -> Double {
        if let omega12, omega12.cosine > -0.7071, second.sine - first.sine < 1.75 {
            // Short lines keep their digits in the half angles (64).
            let (one, other) = (1 + first.cosine, 1 + second.cosine)
            return 2
                * atan2(
                    omega12.sine * (first.sine * other + second.sine * one),
                    (1 + omega12.cosine) * (first.sine * second.sine + one * other))
        }
        let turn = azimuths.second - azimuths.first
        // Half a turn is a line over the north or the south pole, depending on α1.
        if turn.sine == 0, turn.cosine < 0 { return azimuths.first.cosine < 0 ? -.pi : .pi }
        return turn.radians
    }
}
