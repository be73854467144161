import Interchange
import LocationServices

@testable import Receivers

/// A file of any kind: what it is, unpacked where it is gzip, and its lines.
func fuzzRecording(_ input: UnsafeRawBufferPointer) {
    let bytes = input
    _ = RecordingKind(detecting: bytes)
    _ = GzipReader.contents(of: Array(bytes), limit: 1 << 24)

    var once: [[UInt8]] = []
    var whole = LineSplitter()
    whole.split(bytes) { once.append(Array($0)) }
    whole.finish { once.append(Array($0)) }
    let cut = bytes.first.map { Int($0) % bytes.count } ?? 0
    var twice: [[UInt8]] = []
    var pieces = LineSplitter()
    pieces.split(UnsafeRawBufferPointer(rebasing: bytes[..<cut])) { twice.append(Array($0)) }
    pieces.split(UnsafeRawBufferPointer(rebasing: bytes[cut...])) { twice.append(Array($0)) }
    pieces.finish { twice.append(Array($0)) }
    precondition(once == twice, "the cut at \(cut) changes the lines")

    var events: [ReceiverEvent] = []
    var track = TrackRecording()
    track.decode(bytes, into: &events)
    track.finish(into: &events)
}
