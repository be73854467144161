internal import Glibc

/// Finds the point of a line that is nearest to a given point. It uses a local projection, in which pieces that are
/// straight in longitude and latitude stay straight; close to a pole, where the projection bends too much, it uses the
/// sphere.
struct NearestPointSearch {
    /// Degrees of latitude from which the sphere is used.
    static let polarLatitude = 80.0

    private let point: Coordinate
    private let isPolar: Bool
    private let metresPerLongitude: Double
    private let metresPerLatitude: Double
    /// The mean metres by which a degree of longitude shrinks, for each degree of latitude to the other end.
    private let shrinking: Double
    private var best = Double.infinity
    private var nearest: Coordinate?

    init(from point: Coordinate) {
        self.point = point
        isPolar = abs(point.latitude) > Self.polarLatitude
        let radians = point.latitude * .pi / 180
        let (sine, cosine) = (sin(radians), cos(radians))
        let (meridian, primeVertical) = WGS84.radii(atSineOfLatitude: sine)
        metresPerLongitude = primeVertical * cosine * .pi / 180
        metresPerLatitude = meridian * .pi / 180
        shrinking = primeVertical * sine * (.pi / 180) * (.pi / 180) / 2
    }

    /// Metres along the geodesic to the nearest point found; infinite before the first piece.
    var distance: Double { nearest.map { point.distance(to: $0) } ?? .infinity }

    /// Searches one piece.
    mutating func look(from start: Coordinate, to end: Coordinate) {
        if isPolar {
            lookOnSphere(from: start, to: end)
            return
        }
        let west = wrappedLongitude(start.longitude - point.longitude)
        let south = start.latitude - point.latitude
        let width = wrappedLongitude(end.longitude - start.longitude)
        let height = end.latitude - start.latitude
        let (x, y) = (west * metresPerLongitude, south * metresPerLatitude)
        let (dx, dy) = (width * metresPerLongitude, height * metresPerLatitude)
        let length = dx * dx + dy * dy
        let part = length > 0 ? min(max(-(x * dx + y * dy) / length, 0), 1) : 0
        consider(west + part * width, south + part * height)
    }

    private mutating func consider(_ east: Double, _ north: Double) {
        let x = east * max(metresPerLongitude - shrinking * north, metresPerLongitude * 0.05)
        let y = north * metresPerLatitude
        let square = x * x + y * y
        guard square < best else { return }
        best = square
        nearest = Coordinate(
            latitude: min(max(point.latitude + north, -90), 90),
            longitude: wrappedLongitude(point.longitude + east))
    }

    private mutating func lookOnSphere(from start: Coordinate, to end: Coordinate) {
        let width = wrappedLongitude(end.longitude - start.longitude)
        let height = end.latitude - start.latitude
        func at(_ part: Double) -> Coordinate {
            Coordinate(
                latitude: start.latitude + part * height,
                longitude: wrappedLongitude(start.longitude + part * width))
        }
        // Within 15 degrees there is one nearest point, which a golden-section search narrows to a 10^-9 of the piece.
        let pieces = max(1, Int(rounding: max(abs(width), abs(height)) / 15, .up))
        for piece in 0..<pieces {
            var (low, high) = (Double(piece) / Double(pieces), Double(piece + 1) / Double(pieces))
            for end in [low, high] { considerOnSphere(at(end)) }
            let ratio = 0.618_033_988_749_895
            var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
            var (ofLeft, ofRight) = (haversine(at(left)), haversine(at(right)))
            for _ in 0..<42 {
                if ofLeft < ofRight {
                    (high, right, ofRight) = (right, left, ofLeft)
                    left = high - ratio * (high - low)
                    ofLeft = haversine(at(left))
                } else {
                    (low, left, ofLeft) = (left, right, ofRight)
                    right = low + ratio * (high - low)
                    ofRight = haversine(at(right))
                }
            }
            considerOnSphere(at((low + high) / 2))
        }
    }

    private mutating func considerOnSphere(_ candidate: Coordinate) {
        let value = haversine(candidate)
        guard value < best else { return }
        best = value
        nearest = candidate
    }

    /// Grows with the angle between the point and another.
    private func haversine(_ other: Coordinate) -> Double {
        let north = sin((other.latitude - point.latitude) * .pi / 360)
        let east = sin((other.longitude - point.longitude) * .pi / 360)
        return north * north + cos(point.latitude * .pi / 180) * cos(other.latitude * .pi / 180) * east * east
    }
}
