/// A part of a track that one run of one recorder or one import wrote: no line, no distance and no speed leads from one
/// piece to the next.
public struct TrackPiece: Sendable, Hashable {
    /// The number of the piece, from 1; 0 before the first.
    public private(set) var number = 0
    /// Its header; `nil` without one.
    public private(set) var header: TrackHeader?

    /// Creates the value before the first piece.
    public init() {}

    /// Lines with this header follow: another piece, unless the header names the same run.
    public mutating func begin(_ header: TrackHeader?) {
        let continues = number > 0 && header?.run != nil && header == self.header
        if !continues { number += 1 }
        self.header = header
    }
}
