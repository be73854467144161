/// A part of a track that one run of one recorder or one import wrote: nothing leads from one piece to the next, no line, no
/// distance and no speed.
public struct TrackPiece: Sendable, Hashable {
    /// Counts the pieces that are read, from 1; 0 before the first.
    public private(set) var number = 0
    /// What its header says; `nil` without a header.
    public private(set) var header: TrackHeader?

    /// No piece yet.
    public init() {}

    /// Lines follow that this header describes: another piece, unless the same run wrote them and says so.
    public mutating func begin(_ header: TrackHeader?) {
        let continues = number > 0 && header?.run != nil && header == self.header
        if !continues { number += 1 }
        self.header = header
    }
}
