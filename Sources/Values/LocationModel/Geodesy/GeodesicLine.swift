import Glibc

/// A geodesic from one point in one direction, seen on the auxiliary sphere: there it is a great circle that crosses
/// the equator northwards at the azimuth α0, and σ is the angle along it from that crossing.
struct GeodesicLine {
    /// α0 (5).
    let equatorialAzimuth: Angle
    /// σ and ω of the first point (11, 12); ω is not normalized.
    let sigma: Angle
    let omega: Angle
    /// ε (16).
    let eps: Double

    /// `latitude` is the reduced one.
    init(latitude beta: Angle, azimuth alpha: Angle) {
        equatorialAzimuth = GeodesicLine.equatorialAzimuth(latitude: beta, azimuth: alpha)
        // On the equator and along it, any place may be σ = 0.
        let isOnEquator = beta.sine == 0 && alpha.cosine == 0
        let along = isOnEquator ? 1 : alpha.cosine * beta.cosine
        sigma = Angle(sine: beta.sine, cosine: along).normalized
        omega = Angle(sine: equatorialAzimuth.sine * beta.sine, cosine: along)
        eps = GeodesicLine.eps(equatorialAzimuth: equatorialAzimuth)
    }

    static func equatorialAzimuth(latitude beta: Angle, azimuth alpha: Angle) -> Angle {
        let across = alpha.sine * beta.sine
        return Angle(
            sine: alpha.sine * beta.cosine, cosine: (alpha.cosine * alpha.cosine + across * across).squareRoot())
    }

    /// With k = e' cos α0 (9, 16).
    @inline(__always)
    static func eps(equatorialAzimuth: Angle) -> Double {
        let squared = equatorialAzimuth.cosine * equatorialAzimuth.cosine * WGS84.secondEccentricitySquared
        return squared / (2 * (1 + (1 + squared).squareRoot()) + squared)
    }

    /// What `sigma12`, from `from` to `to`, is on the ellipsoid: λ - ω in radians (8, 23).
    @inline(__always)
    static func longitudeLoss(
        eps: Double, equatorialAzimuth: Angle, sigma12: Double, from: Angle, to: Angle
    ) -> Double {
        let series = GeodesicSeries.c3(eps)
        return -WGS84.flattening * equatorialAzimuth.sine * GeodesicSeries.a3(eps)
            * (sigma12 + (series.sines(of: to) - series.sines(of: from)))
    }

    /// Latitude, and degrees east of the first point.
    func point(at distance: Double) -> (latitude: Double, east: Double) {
        // Distance is reckoned from the crossing as τ (20): σ follows by the reverted series.
        let tau12 = distance / (WGS84.semiMinorAxis * (1 + GeodesicSeries.a1m1(eps)))
        let shift = GeodesicSeries.c1(eps).sines(of: sigma)
        let tau2 = sigma + Angle(radians: shift) + Angle(radians: tau12)
        let sigma12 = tau12 + shift + GeodesicSeries.c1p(eps).sines(of: tau2)
        let end = sigma + Angle(radians: sigma12)
        // Napier's rules (13, 14).
        let northward = equatorialAzimuth.cosine * end.cosine
        let beta = Angle(
            sine: equatorialAzimuth.cosine * end.sine,
            cosine: max(
                .smallCosine, (equatorialAzimuth.sine * equatorialAzimuth.sine + northward * northward).squareRoot()))
        let endOmega = Angle(sine: equatorialAzimuth.sine * end.sine, cosine: end.cosine)
        let loss = GeodesicLine.longitudeLoss(
            eps: eps, equatorialAzimuth: equatorialAzimuth, sigma12: sigma12, from: sigma, to: end)
        return (beta.geographicLatitude, ((endOmega - omega).radians + loss) * (180 / .pi))
    }
}
