/// A line of a track file that could not be used, and its position.
public struct TrackFault: Sendable, Hashable, CustomStringConvertible {
    /// The file.
    public var path: String
    /// The line's number, from 1; `nil` if reading did not begin at the file's beginning.
    public var line: Int?
    /// The offset of the line, in bytes from the start of the file, after decompression.
    public var offset: Int64
    /// The problem.
    public var fault: TrackLineFault

    /// A fault at a position.
    public init(path: String, line: Int?, offset: Int64, fault: TrackLineFault) {
        self.path = path
        self.line = line
        self.offset = offset
        self.fault = fault
    }

    /// `FILE:LINE: ` or `FILE, byte N: `, and the problem.
    public var description: String {
        (line.map { "\(path):\($0): " } ?? "\(path), byte \(offset): ") + fault.description
    }
}
