/// A line of a track file that could not be used, and where it stands.
public struct TrackFault: Sendable, Hashable, CustomStringConvertible {
    /// The file.
    public var path: String
    /// The line's number, from 1; `nil` where reading did not begin at the file's beginning.
    public var line: Int?
    /// Where the line begins, in bytes from the start of the file, unpacked.
    public var offset: Int64
    /// What is wrong with it.
    public var fault: TrackLineFault

    /// A fault at a place.
    public init(path: String, line: Int?, offset: Int64, fault: TrackLineFault) {
        self.path = path
        self.line = line
        self.offset = offset
        self.fault = fault
    }

    /// `FILE:LINE: ` or `FILE, byte N: `, and what is wrong.
    public var description: String {
        (line.map { "\(path):\($0): " } ?? "\(path), byte \(offset): ") + fault.description
    }
}
