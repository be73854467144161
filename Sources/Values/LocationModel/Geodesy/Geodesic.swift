import Glibc

/// The shortest line between two points of the WGS 84 ellipsoid, about 15 nm accurate: the inverse problem.
///
/// After C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87, 43-55 (2013), doi:10.1007/s00190-012-0578-z;
/// numbers in parentheses here and in the files beside it are that paper's equations, and α, β, σ, ω, λ are its angles.
struct Geodesic {
    /// Metres; NaN if a latitude is out of range or a value is not finite.
    private(set) var distance = Double.nan
    /// The azimuth at the first point, clockwise from north.
    private(set) var initialAzimuth = Angle(sine: .nan, cosine: .nan)
    /// Square metres between the line and the equator, positive if the line runs east in the northern hemisphere.
    private(set) var area = Double.nan

    /// `area` costs a tenth more; without it, it stays NaN.
    init(from: Coordinate, to: Coordinate, withArea: Bool = false) {
        guard abs(from.latitude) <= 90, abs(to.latitude) <= 90 else { return }
        let (east, rest) = longitudeDifference(from: from.longitude, to: to.longitude)
        guard east.isFinite else { return }
        var (first, second) = (withoutDust(from.latitude), withoutDust(to.latitude))
        // Mirrored so that the first point lies in the south, at least as far from the equator as the second, and the
        // line runs east. `north` and `eastward` are the factors to apply to the azimuths afterwards.
        let eastward = east.sign == .minus ? -1.0 : 1
        let isSwapped = abs(first) < abs(second)
        if isSwapped { swap(&first, &second) }
        let north = first < 0 ? 1.0 : -1
        let problem = InverseProblem(
            latitudes: (first * north, second * north),
            longitude: (withoutDust(east * eastward), rest * eastward))
        let solution = problem.solution()

        distance = solution.distance
        // A line that was swapped arrives where it was to begin: turned about, it runs east as before.
        let azimuth = isSwapped ? solution.azimuths.second : solution.azimuths.first
        initialAzimuth = Angle(
            sine: azimuth.sine * eastward, cosine: azimuth.cosine * (isSwapped ? -north : north))
        if withArea { area = solution.area(of: problem) * eastward * north }
    }

    /// The point that lies `distance` metres along a geodesic from `start`: the direct problem. Latitude and longitude
    /// are NaN if the latitude is out of range or a value is not finite.
    static func end(from start: Coordinate, azimuth: Double, distance: Double) -> Coordinate {
        guard abs(start.latitude) <= 90, start.longitude.isFinite, azimuth.isFinite, distance.isFinite else {
            return Coordinate(latitude: .nan, longitude: .nan)
        }
        let line = GeodesicLine(
            latitude: Angle(degrees: withoutDust(start.latitude)).reducedLatitude,
            azimuth: Angle(degrees: withoutDust(azimuth)))
        let (latitude, east) = line.point(at: distance)
        let longitude = (start.longitude.remainder(dividingBy: 360) + east).remainder(dividingBy: 360)
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

/// Degrees below 1/16 rounded to multiples of 2^-57 (less than a picometre): nothing underflows that is squared later.
private func withoutDust(_ degrees: Double) -> Double {
    let (size, sixteenth) = (abs(degrees), 0.0625)
    let rounded = size < sixteenth ? sixteenth - (sixteenth - size) : size
    return degrees < 0 ? 0 - rounded : rounded
}

extension Angle {
    /// β for a geographic latitude φ: tan β = (1 - f) tan φ (6). Its cosine is never zero, so that each pole has its
    /// meridians.
    var reducedLatitude: Angle {
        let reduced = Angle(sine: (1 - WGS84.flattening) * sine, cosine: cosine).normalized
        return Angle(sine: reduced.sine, cosine: max(.smallCosine, reduced.cosine))
    }

    /// φ in degrees for a reduced latitude.
    var geographicLatitude: Double {
        Angle(sine: sine, cosine: (1 - WGS84.flattening) * cosine).degrees
    }

    /// sqrt(1 + e'² sin² β), by which the ellipsoid is longer than the sphere.
    @inline(__always)
    var stretch: Double { (1 + WGS84.secondEccentricitySquared * sine * sine).squareRoot() }
}

extension Double {
    /// Replaces zero where zero would lose a direction; its square is not zero.
    static var smallCosine: Double { 1.5e-154 }
}
