import FoundationEssentials
import Glibc
import LocdTestSupport
import Testing

@testable import SystemSupport

@Suite struct DurableFileTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }

    private func content(_ finding: DurableFile.Finding) -> [UInt8]? {
        if case .content(let bytes) = finding { bytes } else { nil }
    }

    @Test func `Written content is read back, by this user alone`() throws {
        var file = DurableFile(directory: "\(directory)/a/b", name: "x.json")
        guard case .none = file.read() else { return #expect(Bool(false), "there is none yet") }
        for content in [[1, 2], [], [3]] as [[UInt8]] {
            try file.replace(with: content)
            #expect(self.content(file.read()) == content)
        }
        for (path, mode) in [("a", 0o700), ("a/b", 0o700), ("a/b/x.json", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(path)")
            #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(directory)/a/b") == ["x.json"])
        try file.remove()
        guard case .none = file.read() else { return #expect(Bool(false), "it was removed") }
        try file.remove()
    }

    /// A directory bears the name of the file: for nobody is that readable, whoever runs the test.
    @Test func `Unreadable content is set aside before it is replaced`() throws {
        var file = DurableFile(directory: directory, name: "x.json")
        try #require(mkdir(file.path, 0o700) == 0)
        guard case .unreadable = file.read() else { return #expect(Bool(false), "it cannot be read") }
        #expect(file.isUnreadable)
        try file.replace(with: [7])
        #expect(content(file.read()) == [7] && !file.isUnreadable)
        #expect(access(file.unreadablePath, F_OK) == 0)
        #expect(file.setAside() && access(file.damagedPath, F_OK) == 0)
        #expect(!file.setAside(), "there is none any more")
    }

    @Test func `A file that cannot be removed is an error`() throws {
        var file = DurableFile(directory: directory, name: "x.json")
        // A directory bears its name, which is not looked at before.
        try #require(mkdir(file.path, 0o700) == 0)
        #expect(throws: SystemCallError.self) { try file.remove() }
    }

    @Test func `A file that is too large is unreadable`() throws {
        var file = DurableFile(directory: directory, name: "x.json")
        try file.replace(with: [1])
        #expect(truncate(file.path, off_t(DurableFile.maximumBytes) + 1) == 0)
        guard case .unreadable(.tooLarge) = file.read() else { return #expect(Bool(false), "it is too large") }
    }

    @Test func `A directory that cannot be made is an error`() throws {
        var obstacle = DurableFile(directory: directory, name: "state")
        try obstacle.replace(with: [])
        for below in ["state", "state/a"] {
            var file = DurableFile(directory: "\(directory)/\(below)", name: "x.json")
            let error = #expect(throws: SystemCallError.self) { try file.replace(with: [1]) }
            #expect(error?.number == ENOTDIR)
        }
    }
}
