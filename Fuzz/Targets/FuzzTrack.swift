import LocationModel
import Tracks

/// One line of a track: what is read can be written, and reads as the same again.
func fuzzTrack(_ input: UnsafeRawBufferPointer) {
    guard case .record(let record) = TrackLine(parsing: input.bindMemory(to: UInt8.self)) else {
        return
    }
    let once = line(record)
    guard case .record(let again) = TrackLine(parsing: once) else { preconditionFailure("not read again: \(once)") }
    // The first writing rounds; from there on nothing changes.
    precondition(line(again) == once, "\(once) became \(line(again))")
}

private func line(_ record: TrackRecord) -> String {
    var line = JSONLine()
    line.append(record)
    return String(decoding: line.bytes, as: UTF8.self)
}
