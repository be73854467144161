import Glibc

/// The inverse problem in the position in which it is solved (44): -90° ≤ φ1 ≤ 0, φ1 ≤ φ2 ≤ -φ1, 0 ≤ λ12 ≤ 180°.
struct InverseProblem {
    /// β1 and β2.
    let first, second: Angle
    /// λ12 as radians and by sine and cosine, and what it lacks of half a turn.
    let lambda12: Double
    let longitude: Angle
    let supplement: Double
    let stretches: (first: Double, second: Double)

    /// Degrees; `rest` is what the difference of longitudes was rounded by.
    init(latitudes: (first: Double, second: Double), longitude: (degrees: Double, rest: Double)) {
        let degrees = longitude.degrees
        supplement = (180 - degrees - longitude.rest) * (.pi / 180)
        lambda12 = degrees * (.pi / 180)
        if degrees > 90 {
            // From half a turn downwards; the difference to it is exact.
            let rest = Angle(degrees: 180 - degrees, rest: -longitude.rest)
            self.longitude = Angle(sine: rest.sine, cosine: -rest.cosine)
        } else {
            self.longitude = Angle(degrees: degrees, rest: longitude.rest)
        }
        first = Angle(degrees: latitudes.first).reducedLatitude
        var second = Angle(degrees: latitudes.second).reducedLatitude
        // Latitudes that are the same but for the sign stay so to the last digit.
        if abs(latitudes.first) == abs(latitudes.second) {
            second = Angle(sine: latitudes.second < 0 ? first.sine : -first.sine, cosine: first.cosine)
        }
        self.second = second
        stretches = (first.stretch, second.stretch)
    }

    func solution() -> InverseSolution {
        if longitude.sine == 0 || first.cosine <= .smallCosine { return alongMeridian() }
        if first.sine == 0, supplement >= WGS84.flattening * .pi {
            return InverseSolution(
                distance: WGS84.semiMajorAxis * lambda12, azimuths: (.east, .east),
                omega12: Angle(radians: lambda12 / (1 - WGS84.flattening)))
        }
        switch beginning() {
        case .solved(let solution): return solution
        case .azimuth(let azimuth): return byNewton(from: azimuth)
        }
    }

    /// Of an oblate ellipsoid, a meridian is the shortest line between two of its points, over the pole as well.
    private func alongMeridian() -> InverseSolution {
        let azimuths = (first: longitude, second: Angle(sine: 0, cosine: 1))
        let from = Angle(sine: first.sine, cosine: longitude.cosine * first.cosine)
        let sigma12 = arc(from: from, to: second)
        let eps = GeodesicLine.eps(equatorialAzimuth: Angle(sine: 0, cosine: 1))
        return InverseSolution(
            distance: distance(eps: eps, sigma12: sigma12, from: from, to: second), azimuths: azimuths, omega12: nil)
    }

    private enum Beginning {
        case solved(InverseSolution)
        case azimuth(Angle)
    }

    /// A line that is short enough for a sphere, or an azimuth α1 to begin with (section 4 and 5).
    private func beginning() -> Beginning {
        let sineOfDifference = (second - first).sine
        let sineOfSum = (second + first).sine
        let isShort =
            (second - first).cosine >= 0 && sineOfDifference < 0.5 && second.cosine * lambda12 < 0.5
        var omega = longitude
        var scale = 1.0
        if isShort {
            // (48)
            let mean = (first.cosine + second.cosine) / 2
            scale = (1 - WGS84.eccentricitySquared * mean * mean).squareRoot()
            omega = Angle(radians: lambda12 / scale)
        }
        let alpha1 = sphericalAzimuth(omega, sineOfDifference, sineOfSum)
        let sineOfArc = (alpha1.sine * alpha1.sine + alpha1.cosine * alpha1.cosine).squareRoot()
        let cosineOfArc = first.sine * second.sine + first.cosine * second.cosine * omega.cosine
        // 20 cm: on a sphere of the local radius that is exact to the last digit.
        if isShort, sineOfArc < 3e-8 {
            guard sineOfArc > 0 else {
                return .solved(InverseSolution(distance: 0, azimuths: (.north, .north), omega12: nil))
            }
            let alpha2 = Angle(
                sine: first.cosine * omega.sine,
                cosine: sineOfDifference - first.cosine * second.sine * versine(omega))
            return .solved(
                InverseSolution(
                    distance: WGS84.semiMajorAxis * scale * atan2(sineOfArc, cosineOfArc),
                    azimuths: (alpha1.normalized, alpha2.normalized), omega12: omega))
        }
        // Far from the antipode the sphere's azimuth is near enough.
        let reach = 6 * .pi * WGS84.flattening / 2 * first.cosine * first.cosine
        guard cosineOfArc < 0, sineOfArc < reach else { return .azimuth(alpha1.normalized) }
        return .azimuth(antipodalAzimuth(sineOfDifference, sineOfSum))
    }

    /// α1 on a sphere, with the length of the sine of the arc (49).
    private func sphericalAzimuth(_ omega: Angle, _ sineOfDifference: Double, _ sineOfSum: Double) -> Angle {
        let north =
            omega.cosine >= 0
            ? sineOfDifference + second.cosine * first.sine * versine(omega)
            : sineOfSum - second.cosine * first.sine * (omega.sine * omega.sine / (1 - omega.cosine))
        return Angle(sine: second.cosine * omega.sine, cosine: north)
    }

    /// α1 for nearly antipodal points, from where they lie about the astroid (53 to 57).
    private func antipodalAzimuth(_ sineOfDifference: Double, _ sineOfSum: Double) -> Angle {
        let eps = GeodesicLine.eps(equatorialAzimuth: Angle(sine: first.cosine, cosine: abs(first.sine)))
        let longitudeScale = WGS84.flattening * first.cosine * GeodesicSeries.a3(eps) * .pi
        let x = -supplement / longitudeScale
        let y = sineOfSum / (longitudeScale * first.cosine)
        let alpha: Angle
        if y > -200 * Double.ulpOfOne, x > -1 - 1000 * Double.ulpOfOne.squareRoot() {
            let east = min(1, -x)
            alpha = Angle(sine: east, cosine: -(1 - east * east).squareRoot())
        } else {
            let mu = Astroid.root(x: x, y: y)
            let turned = Angle(radians: longitudeScale * -x * mu / (1 + mu))
            let omega = Angle(sine: turned.sine, cosine: -turned.cosine)
            alpha = sphericalAzimuth(omega, sineOfDifference, sineOfSum)
        }
        return alpha.sine > 0 ? alpha.normalized : .east
    }

    /// 1 - cos ω, of an angle that is not obtuse.
    private func versine(_ omega: Angle) -> Double {
        omega.cosine >= 0 ? omega.sine * omega.sine / (1 + omega.cosine) : 1 - omega.cosine
    }
}

extension Angle {
    static let north = Angle(sine: 0, cosine: 1)
    static let east = Angle(sine: 1, cosine: 0)
}

extension InverseProblem {
    /// Newton's method for α1, the root of λ12(α1) = λ12, kept between bounds by bisection (section 4).
    private func byNewton(from beginning: Angle) -> InverseSolution {
        var alpha1 = beginning
        var (lower, upper) = (Angle(sine: .smallCosine, cosine: 1), Angle(sine: .smallCosine, cosine: -1))
        var isNear = false
        var isNarrow = false
        var round = 0
        while true {
            defer { round += 1 }
            let trial = Trial(problem: self, azimuth: alpha1)
            // With a step that was as good as exact behind it, what is left is noise.
            let tolerance = (isNear ? 8 : 1) * Double.ulpOfOne
            if isNarrow || !(abs(trial.error) >= tolerance) || round >= 80 {
                return InverseSolution(
                    distance: distance(eps: trial.eps, sigma12: trial.sigma12, from: trial.sigma1, to: trial.sigma2),
                    azimuths: (alpha1, trial.alpha2), omega12: trial.omega12)
            }
            // The longitude grows with the azimuth.
            if trial.error > 0, alpha1.cosine * upper.sine > upper.cosine * alpha1.sine {
                upper = alpha1
            } else if trial.error < 0, alpha1.cosine * lower.sine < lower.cosine * alpha1.sine {
                lower = alpha1
            }
            if round < 20, let next = newtonStep(trial, alpha1) {
                alpha1 = next
                isNear = abs(trial.error) <= 16 * Double.ulpOfOne
                continue
            }
            alpha1 = Angle(sine: (lower.sine + upper.sine) / 2, cosine: (lower.cosine + upper.cosine) / 2).normalized
            isNear = false
            isNarrow =
                abs(lower.sine - alpha1.sine) + (lower.cosine - alpha1.cosine) < Double.ulpOfOne
                || abs(alpha1.sine - upper.sine) + (alpha1.cosine - upper.cosine) < Double.ulpOfOne
        }
    }

    private func newtonStep(_ trial: Trial, _ alpha1: Angle) -> Angle? {
        let slope = trial.slope(in: self)
        guard slope > 0 else { return nil }
        let step = -trial.error / slope
        guard abs(step) < .pi else { return nil }
        let next = alpha1 + Angle(radians: step)
        return next.sine > 0 ? next.normalized : nil
    }

    /// A geodesic that leaves the first point at α1 and meets the latitude of the second.
    private struct Trial {
        let alpha2: Angle
        let sigma1, sigma2, omega12: Angle
        let sigma12, eps: Double
        /// Radians of longitude that it goes too far.
        let error: Double

        init(problem: InverseProblem, azimuth: Angle) {
            let (first, second) = (problem.first, problem.second)
            var alpha1 = azimuth
            if first.sine == 0, alpha1.cosine == 0 { alpha1.cosine = -.smallCosine }
            let line = GeodesicLine(latitude: first, azimuth: alpha1)
            // (44, 45); of latitudes that are the same but for the sign, the azimuths are too.
            let areAlike = second.cosine == first.cosine
            let sine = areAlike ? alpha1.sine : line.equatorialAzimuth.sine / second.cosine
            var cosine = abs(alpha1.cosine)
            if !(areAlike && abs(second.sine) == -first.sine) {
                let along = alpha1.cosine * first.cosine
                let difference =
                    first.cosine < -first.sine
                    ? (second.cosine - first.cosine) * (first.cosine + second.cosine)
                    : (first.sine - second.sine) * (first.sine + second.sine)
                cosine = (along * along + difference).squareRoot() / second.cosine
            }
            alpha2 = Angle(sine: sine, cosine: cosine)
            let along = cosine * second.cosine
            sigma1 = line.sigma
            sigma2 = Angle(sine: second.sine, cosine: along).normalized
            sigma12 = arc(from: sigma1, to: sigma2)
            let between = Angle(sine: line.equatorialAzimuth.sine * second.sine, cosine: along) - line.omega
            omega12 = Angle(sine: max(0, between.sine), cosine: between.cosine).normalized
            eps = line.eps
            let loss = GeodesicLine.longitudeLoss(
                eps: eps, equatorialAzimuth: line.equatorialAzimuth, sigma12: sigma12, from: sigma1, to: sigma2)
            error = (omega12 - problem.longitude).radians + loss
        }

        /// How the longitude changes with α1 (46), and where α2 is a right angle (47).
        func slope(in problem: InverseProblem) -> Double {
            let polar = 1 - WGS84.flattening
            guard alpha2.cosine != 0 else { return -2 * polar * problem.stretches.first / problem.first.sine }
            return problem.reducedLength(eps: eps, sigma12: sigma12, from: sigma1, to: sigma2) * polar
                / (alpha2.cosine * problem.second.cosine)
        }
    }

    /// Metres of an arc (7, 15).
    private func distance(eps: Double, sigma12: Double, from: Angle, to: Angle) -> Double {
        let series = GeodesicSeries.c1(eps)
        return WGS84.semiMinorAxis * (1 + GeodesicSeries.a1m1(eps))
            * (sigma12 + (series.sines(of: to) - series.sines(of: from)))
    }

    /// m12 / b (38).
    private func reducedLength(eps: Double, sigma12: Double, from: Angle, to: Angle) -> Double {
        let (a1m1, a2m1) = (GeodesicSeries.a1m1(eps), GeodesicSeries.a2m1(eps))
        let series = Coefficients.difference(1 + a1m1, GeodesicSeries.c1(eps), 1 + a2m1, GeodesicSeries.c2(eps))
        let j12 = (a1m1 - a2m1) * sigma12 + (series.sines(of: to) - series.sines(of: from))
        return stretches.second * (from.cosine * to.sine) - stretches.first * (from.sine * to.cosine)
            - from.cosine * to.cosine * j12
    }
}

/// Radians from one σ to another, 0...π.
private func arc(from: Angle, to: Angle) -> Double {
    atan2(max(0, from.cosine * to.sine - from.sine * to.cosine), from.cosine * to.cosine + from.sine * to.sine)
}

/// Where nearly antipodal geodesics meet, scaled: the envelope of the lines that leave one point is the astroid
/// |x|^(2/3) + |y|^(2/3) = 1 (paper, section 5).
enum Astroid {
    /// The positive root of μ⁴ + 2 μ³ + (1 - x² - y²) μ² - 2 y² μ - y² = 0 (55); 0 inside of the astroid with y = 0.
    static func root(x: Double, y: Double) -> Double {
        let (p, q) = (x * x, y * y)
        let r = (p + q - 1) / 6
        guard q > 0 || r > 0 else { return 0 }
        // The resolvent cubic, solved so that nothing cancels.
        let (s, cube) = (p * q / 4, r * r * r)
        let discriminant = s * (s + 2 * cube)
        var u = r
        if discriminant >= 0 {
            let sum = s + cube
            let t = cbrt(sum + (sum < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
            u += t + (t == 0 ? 0 : r * r / t)
        } else {
            u += 2 * r * cos(atan2((-discriminant).squareRoot(), -(s + cube)) / 3)
        }
        let v = (u * u + q).squareRoot()
        let sum = u < 0 ? q / (v - u) : u + v
        let w = (sum - q) / (2 * v)
        return sum / ((sum + w * w).squareRoot() + w)
    }
}
