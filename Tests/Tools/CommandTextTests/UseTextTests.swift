import LocdProtocol
import Testing

@testable import CommandText

@Suite struct UseTextTests {
    private let users = [1000: "alice"]

    private func use(_ label: String?, isActive: Bool, age: Double?, user: Int = 1000) -> ReportedUse {
        var use = ReportedUse(user: user, label: label, isActive: false)
        use.isActive = isActive
        use.lastUseAge = age
        return use
    }

    @Test func `Those who use it now are named in one line, and others are not`() {
        let uses = [
            use("map", isActive: true, age: 0.4), use(nil, isActive: true, age: nil),
            use("old", isActive: false, age: 300),
        ]
        #expect(UseText(uses, users: users).summary == "used by map (alice), alice")
        #expect(UseText([uses[2]], users: users).summary == nil)
    }

    @Test func `Each has a line with the time of its last use`() {
        let uses = [
            use("map", isActive: true, age: 5), use("radar", isActive: true, age: nil),
            use(nil, isActive: false, age: 300, user: 7),
        ]
        #expect(
            UseText(uses, users: users).lines == [
                "map (alice): uses the location now, last 5 s ago",
                "radar (alice): uses the location now, nothing delivered yet", "user 7: used the location 5 min ago",
            ])
    }

    @Test func `A label drives no terminal`() {
        let lines = UseText([use("a\u{1B}[2J", isActive: true, age: 1)], users: users)
        #expect(!lines.lines.joined().contains("\u{1B}"))
        #expect(lines.summary?.contains("\u{1B}") == false)
    }
}
