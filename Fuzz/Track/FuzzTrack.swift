import LocationModel
import Tracks

/// One line of a track: what is read can be written, and reads as the same again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard case .record(let record) = TrackLine(parsing: UnsafeBufferPointer(start: start, count: count)) else {
        return 0
    }
    let once = line(record)
    guard case .record(let again) = TrackLine(parsing: once) else { preconditionFailure("not read again: \(once)") }
    // The first writing rounds; from there on nothing changes.
    precondition(line(again) == once, "\(once) became \(line(again))")
    return 0
}

private func line(_ record: TrackRecord) -> String {
    var line = JSONLine()
    line.append(record)
    return String(decoding: line.bytes, as: UTF8.self)
}
