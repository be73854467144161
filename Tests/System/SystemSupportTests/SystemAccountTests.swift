import Glibc
import Testing

@testable import SystemSupport

@Suite struct SystemAccountTests {
    @Test func `Root is found by name and number`() throws {
        let root = try #require(SystemUser(named: "root"))
        #expect(root.identifier == 0 && root.name == "root" && root.groups.contains(0))
        #expect(SystemUser(0) == root)
        #expect(SystemGroup(named: "root")?.identifier == 0)
        #expect(SystemGroup(0)?.name == "root")
    }

    @Test func `Missing values are nil`() {
        #expect(SystemUser(named: "no-such-user-here") == nil)
        #expect(SystemUser(named: "") == nil)
        #expect(SystemUser(uid_t.max - 7) == nil)
        #expect(SystemGroup(named: "no such group") == nil)
        #expect(SystemGroup(named: "") == nil)
        #expect(SystemGroup(gid_t.max - 7) == nil)
    }

    @Test func `A process is in its effective group`() {
        #expect(SystemGroup.current.contains(getegid()))
        #expect(SystemUser.current == geteuid())
    }

    @Test func `A large entry is asked for with more room`() {
        var sizes: [Int] = []
        let found = SystemEntry.find(0) { _, _, size, _ in
            sizes.append(size)
            return ERANGE
        } read: {
            $0
        }
        #expect(found == nil)
        #expect(sizes.first == 1024 && sizes.last == 1 << 20 && sizes.count == 11)
    }
}
