import LocationServices

/// Bytes of a recording in, events out: the same for the same bytes, however they are cut.
protocol RecordingDecoder {
    /// Takes the next bytes and appends what they say.
    mutating func decode(_ bytes: UnsafeRawBufferPointer, into events: inout [ReceiverEvent])

    /// The recording ended: appends what waited for more.
    mutating func finish(into events: inout [ReceiverEvent])

    /// What was read and gave no position, by reason; `nil` if that is not counted.
    var withoutPosition: String? { get }

    /// What was refused, whether or not there were positions, by reason; empty if nothing was.
    var refused: String { get }
}

extension RecordingDecoder {
    var withoutPosition: String? { nil }
    var refused: String { "" }
}
