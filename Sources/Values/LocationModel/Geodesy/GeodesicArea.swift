/// The area enclosed by geodesics from corner to corner and back to the first, in square metres: the smaller of the two
/// parts of the Earth, positive if the corners run counter-clockwise. If sides cross, parts that run the other way are
/// subtracted.
func geodesicArea(of corners: [Coordinate]) -> Double {
    guard var last = corners.last else { return 0 }
    // The areas below the sides are large and nearly cancel: their sum keeps what it was rounded by.
    var (sum, rest) = (0.0, 0.0)
    var crossings = 0
    for corner in corners {
        let side = exactSum(sum, Geodesic(from: last, to: corner, withArea: true).area)
        (sum, rest) = (side.sum, rest + side.rest)
        crossings += primeMeridianCrossings(from: last.longitude, to: corner.longitude)
        last = corner
    }
    // Around a pole, half of the Earth is below the line (or above).
    let half = WGS84.area / 2
    if !crossings.isMultiple(of: 2) {
        let around = exactSum(sum, sum < 0 ? half : -half)
        (sum, rest) = (around.sum, rest + around.rest)
    }
    // What is below eastward sides is to their right: clockwise.
    let area = -(sum + rest)
    return area > half ? area - WGS84.area : area <= -half ? area + WGS84.area : area
}

/// 1 eastwards, -1 westwards, 0 if a line stays on its side.
private func primeMeridianCrossings(from: Double, to: Double) -> Int {
    let east = longitudeDifference(from: from, to: to).degrees
    let (from, to) = (wrappedLongitude(from), wrappedLongitude(to))
    if east > 0, from < 0, to >= 0 { return 1 }
    if east < 0, from >= 0, to < 0 { return -1 }
    return 0
}
