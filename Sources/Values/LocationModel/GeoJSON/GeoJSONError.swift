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
    /// The further problems of the same text, in its order.
    public var others: [GeoJSONError] = []
    /// The number of problems beyond those.
    public var omitted = 0

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
}

/// The problems of a text, the first hundred of them.
struct GeoJSONProblems {
    private static let maximum = 100
    private(set) var kept: [GeoJSONProblem] = []
    private var omitted = 0

    mutating func add(_ problem: GeoJSONProblem) {
        if kept.count < Self.maximum { kept.append(problem) } else { omitted += 1 }
    }

    /// What `body` returns; `nil` if it has a problem, which is added.
    mutating func attempt<Value>(_ body: () throws(GeoJSONProblem) -> Value) -> Value? {
        do {
            return try body()
        } catch {
            add(error)
            return nil
        }
    }

    /// All of them, in the order of the text; `nil` without problems.
    func located(in bytes: [UInt8]) -> GeoJSONError? {
        var (line, column, offset) = (1, 1, 0)
        var errors: [GeoJSONError] = []
        for problem in kept.sorted(by: { $0.offset < $1.offset }) {
            for byte in bytes[offset..<max(offset, min(problem.offset, bytes.count))] {
                if byte == UInt8(ascii: "\n") {
                    (line, column) = (line + 1, 1)
                } else if byte & 0xC0 != 0x80 {
                    column += 1
                }
            }
            offset = max(offset, min(problem.offset, bytes.count))
            errors.append(
                GeoJSONError(
                    line: line, column: column, path: problem.path, problem: problem.problem, remedy: problem.remedy))
        }
        guard var first = errors.first else { return nil }
        first.others = Array(errors.dropFirst())
        first.omitted = omitted
        return first
    }
}
