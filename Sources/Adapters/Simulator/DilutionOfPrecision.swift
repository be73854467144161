import Glibc

/// The effect of the satellites' geometry on errors of position: variances and the covariance of east, north, up and
/// time for ranges of variance 1.
struct DilutionOfPrecision: Sendable, Hashable {
    var east: Double
    var north: Double
    var eastNorth: Double
    var up: Double
    var time: Double

    var horizontal: Double { (east + north).squareRoot() }
    var vertical: Double { up.squareRoot() }
    var position: Double { (east + north + up).squareRoot() }

    /// From directions in degrees; `nil` if fewer than four satellites, or satellites that all lie in one cone, give no
    /// position.
    init?(of directions: [(elevation: Double, azimuth: Double)]) {
        guard directions.count >= 4 else { return nil }
        var normal = [[Double]](repeating: [Double](repeating: 0, count: 4), count: 4)
        for direction in directions {
            let (elevation, azimuth) = (direction.elevation * .pi / 180, direction.azimuth * .pi / 180)
            let row = [cos(elevation) * sin(azimuth), cos(elevation) * cos(azimuth), sin(elevation), 1]
            for i in 0..<4 {
                for j in 0..<4 { normal[i][j] += row[i] * row[j] }
            }
        }
        guard let inverse = invert(normal) else { return nil }
        east = inverse[0][0]
        north = inverse[1][1]
        eastNorth = inverse[0][1]
        up = inverse[2][2]
        time = inverse[3][3]
    }

    /// The error ellipse for ranges of standard deviation 1: both axes, and the direction of the greater in degrees
    /// true, 0..<180.
    var ellipse: (major: Double, minor: Double, orientation: Double) {
        let mean = (east + north) / 2
        let spread = hypot((north - east) / 2, eastNorth)
        let orientation = atan2(2 * eastNorth, north - east) / 2 * 180 / .pi
        return (
            (mean + spread).squareRoot(), max(mean - spread, 0).squareRoot(),
            orientation < 0 ? orientation + 180 : orientation
        )
    }
}

/// The inverse of a symmetric positive matrix by Gauss and Jordan; `nil` if it is nearly singular.
private func invert(_ matrix: [[Double]]) -> [[Double]]? {
    let size = matrix.count
    var left = matrix
    var right = (0..<size).map { row in (0..<size).map { $0 == row ? 1.0 : 0 } }
    for column in 0..<size {
        let best = (column..<size).max { abs(left[$0][column]) < abs(left[$1][column]) } ?? column
        guard abs(left[best][column]) > 1e-9 else { return nil }
        left.swapAt(column, best)
        right.swapAt(column, best)
        let pivot = left[column][column]
        for j in 0..<size {
            left[column][j] /= pivot
            right[column][j] /= pivot
        }
        for row in 0..<size where row != column {
            let factor = left[row][column]
            for j in 0..<size {
                left[row][j] -= factor * left[column][j]
                right[row][j] -= factor * right[column][j]
            }
        }
    }
    return right
}
