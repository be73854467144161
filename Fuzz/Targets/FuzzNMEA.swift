import NMEA

/// Bytes of a serial line: how they are cut changes nothing, and what comes out is in range.
func fuzzNMEA(_ input: UnsafeRawBufferPointer) {
    let bytes = input
    let cut = bytes.first.map { Int($0) % bytes.count } ?? 0
    var policy = EpochPolicy()
    if bytes.count.isMultiple(of: 2) { policy.rolloverReference = 1_795_219_200_000 }
    if bytes.count.isMultiple(of: 3) { policy.presumedMoment = 1_795_219_200_000 }
    let whole = reports([bytes], policy)
    let pieces = reports(
        [UnsafeRawBufferPointer(rebasing: bytes[..<cut]), UnsafeRawBufferPointer(rebasing: bytes[cut...])], policy)
    precondition(whole == pieces, "the cut at \(cut) changes what is said")
    for case .epoch(let epoch) in whole {
        precondition(
            epoch.position.map { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 } ?? true
                && epoch.speed.map { $0 >= 0 && $0.isFinite } ?? true
                && epoch.course.map { (0..<360).contains($0) } ?? true
                && epoch.horizontalAccuracy.map { $0 > 0 && $0.isFinite } ?? true
                && epoch.verticalAccuracy.map { $0 > 0 && $0.isFinite } ?? true
                && epoch.vdop.map { $0 > 0 && $0.isFinite } ?? true
                && (epoch.mode != .none || epoch.position == nil), "\(epoch)")
    }
}

private func reports(_ pieces: [UnsafeRawBufferPointer], _ policy: EpochPolicy) -> [Report] {
    var decoder = NMEADecoder(policy: policy)
    var result: [Report] = []
    for piece in pieces { decoder.decode(piece) { result.append($0) } }
    decoder.finish { result.append($0) }
    return result
}
