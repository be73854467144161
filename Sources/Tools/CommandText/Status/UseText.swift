public import LocdProtocol
import Phrasing

/// Who uses the location, in a few words.
public struct UseText: Sendable {
    /// Names in one line at most.
    private static let maximum = 5

    private let uses: [ReportedUse]
    private let users: [Int: String]

    /// `users`: the names of users, by number.
    public init(_ uses: [ReportedUse], users: [Int: String] = [:]) {
        self.uses = uses
        self.users = users
    }

    /// `used by map (alice), Firefox (alice)`; `nil` if nobody uses the location now.
    public var summary: String? {
        let active = uses.filter(\.isActive)
        guard !active.isEmpty else { return nil }
        let rest = active.count - Self.maximum
        let names = active.prefix(Self.maximum).map(name) + (rest > 0 ? ["\(rest) more"] : [])
        return "used by \(names.joined(separator: ", "))"
    }

    /// A line for each: `map (alice): uses the location now, last 2 s ago`.
    public var lines: [String] { uses.map { "\(name($0)): \(words($0))" } }

    /// The same in the form of the status, the first ones.
    var segments: [TextSegment] {
        let rest = uses.count - Self.maximum
        return uses.prefix(Self.maximum).map { use in
            let time = use.isActive ? "now" : use.lastUseAge.map { Wording.ago($0) } ?? "before"
            return TextSegment("\(name(use)) \(time)")
        } + (rest > 0 ? [TextSegment("and \(Words.grouped(rest)) more")] : [])
    }

    /// As ``ClientText`` names a client. Labels are the client's own words: they get no control over a terminal.
    private func name(_ use: ReportedUse) -> String {
        let user = users[use.user] ?? "user \(use.user)"
        let names = [use.label, use.unit].compactMap(\.self)
        return TextSegment(names.isEmpty ? user : "\(names.joined(separator: ", ")) (\(user))").text
    }

    private func words(_ use: ReportedUse) -> String {
        let last = use.lastUseAge.map { Wording.ago($0) }
        guard use.isActive else { return "used the location \(last ?? "before")" }
        return "uses the location now" + (last.map { ", last \($0)" } ?? ", nothing delivered yet")
    }
}
