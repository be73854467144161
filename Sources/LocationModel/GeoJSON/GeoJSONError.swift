/// A problem in a GeoJSON text, with its place.
public struct GeoJSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// The character within the line, from 1.
    public var column: Int
    /// The affected member: `features[3].geometry.coordinates[0]`; empty for the whole text.
    public var path: String
    /// The problem.
    public var problem: String
    /// The remedy.
    public var remedy: String

    /// One sentence with place, problem and remedy.
    public var description: String {
        let place = path.isEmpty ? "line \(line), column \(column)" : "line \(line), column \(column), \(path)"
        return "\(place): \(problem); \(remedy)"
    }
}

/// A problem at a byte offset, before its line is known.
struct GeoJSONProblem: Error {
    var offset: Int
    var path: String
    var problem: String
    var remedy: String

    init(_ offset: Int, _ path: String, _ problem: String, _ remedy: String) {
        self.offset = offset
        self.path = path
        self.problem = problem
        self.remedy = remedy
    }

    func located(in bytes: [UInt8]) -> GeoJSONError {
        var (line, column) = (1, 1)
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return GeoJSONError(line: line, column: column, path: path, problem: problem, remedy: remedy)
    }
}
