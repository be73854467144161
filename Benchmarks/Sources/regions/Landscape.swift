import LocationModel
import Measuring

/// Regions of all kinds in a square of 100 km, and a drive through it.
struct Landscape {
    private static let center = Coordinate(latitude: 47.5, longitude: 8.5)
    /// Metres from the centre to the edge.
    private static let reach = 50_000.0

    let regions: [Region]

    /// So many regions: circles, polygons of 20 corners and corridors of 10 pieces in turn, 50 m to 1 km large.
    init(regions count: Int) {
        var noise = Noise()
        regions = (0..<count).compactMap { number in
            let place = Self.place(&noise)
            let size = noise.next(in: 50...1000)
            let identifier = "\(number)"
            switch number % 3 {
            case 0: return Region(identifier: identifier, center: place, radius: size)
            case 1:
                let corners = (0..<20).map {
                    place.moved(by: noise.next(in: size / 2...size), bearing: Double($0) * 18)
                }
                return Ring(corners).map { Region(identifier: identifier, shape: .polygons([Polygon(exterior: $0)])) }
            default:
                var line = [place]
                for _ in 0..<10 {
                    line.append(line[line.count - 1].moved(by: size / 5, bearing: noise.next(in: 0...180)))
                }
                return Polyline(line).map { Region(identifier: identifier, shape: .corridor($0, width: size / 10)) }
            }
        }
    }

    /// A drive of so many seconds at 14 m/s that turns slowly and stays in the square.
    static func drive(_ count: Int) -> [Location] {
        var noise = Noise(seed: 2)
        var place = center
        var bearing = 45.0
        return (0..<count).compactMap { second in
            guard let time = Timestamp(seconds: 1_790_000_000 + Int64(second)) else { return nil }
            bearing += 3 * noise.next()
            // It turns back before the edge.
            if place.moved(by: reach * 0.1, bearing: bearing).distance(to: center) > reach { bearing += 180 }
            place = place.moved(by: 14, bearing: bearing)
            var location = Location(timestamp: time, coordinate: place)
            location.horizontalAccuracy = 4
            location.speed = 14
            location.course = (bearing.truncatingRemainder(dividingBy: 360) + 360).truncatingRemainder(dividingBy: 360)
            return location
        }
    }

    private static func place(_ noise: inout Noise) -> Coordinate {
        center.moved(by: reach * noise.next(), bearing: 0).moved(by: reach * noise.next(), bearing: 90)
    }
}
