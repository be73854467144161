import Glibc
import LocdTestSupport
import Testing

@testable import SystemSupport

@Suite struct FileReplacementTests {
    private let folder = TemporaryDirectory()

    private func content(_ name: String) throws -> String {
        String(decoding: try BoundedFile.contents(of: "\(folder.path)/\(name)", limit: 1000), as: UTF8.self)
    }

    private func mode(_ name: String) -> mode_t {
        var status = stat()
        return stat("\(folder.path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func `A file takes its place whole or not at all`() throws {
        let path = try folder.file("a", Array("old".utf8))
        let file = try FileReplacement(of: path, mode: 0o600)
        try file.append(Array("new".utf8))
        #expect(try content("a") == "old")
        try file.commit(synchronizing: [.content, .name])
        #expect(try content("a") == "new")
        #expect(mode("a") == 0o600)
        #expect(try folder.names == ["a"])
    }

    @Test func `Without commit nothing is left`() throws {
        let path = try folder.file("a", Array("old".utf8))
        do {
            let file = try FileReplacement(of: path)
            try file.append([1, 2, 3])
        }
        #expect(try folder.names == ["a"])
        #expect(try content("a") == "old")
    }

    @Test func `Files of an earlier run are removed, and links are not followed`() throws {
        let path = folder.path + "/a"
        let victim = try folder.file("victim", Array("mine".utf8))
        #expect(symlink(victim, path + ".new") == 0)
        let file = try FileReplacement(of: path, mode: 0o644, through: path + ".new")
        try file.append(Array("x".utf8))
        try file.commit(synchronizing: [])
        #expect(try content("a") == "x")
        #expect(mode("a") == 0o644)
        #expect(try content("victim") == "mine")
        #expect(try folder.names == ["a", "victim"])
    }

    @Test func `A name that is there is kept unless it is to be replaced`() throws {
        let path = try folder.file("a", Array("old".utf8))
        let file = try FileReplacement(of: path)
        try file.append(Array("new".utf8))
        #expect(throws: SystemCallError("rename", EEXIST)) {
            try file.commit(isReplacing: false, synchronizing: .content)
        }
        try file.commit(as: folder.path + "/b", isReplacing: false, synchronizing: .content)
        #expect(try content("a") == "old")
        #expect(try content("b") == "new")
        #expect(try folder.names == ["a", "b"])
    }

    @Test func `Two at once do not meet`() throws {
        let path = folder.path + "/a"
        let first = try FileReplacement(of: path)
        let second = try FileReplacement(of: path)
        try first.append(Array("1".utf8))
        try second.append(Array("2".utf8))
        try second.commit(synchronizing: [])
        try first.commit(synchronizing: [])
        #expect(try content("a") == "1")
        #expect(try folder.names == ["a"])
    }

    @Test func `A link is replaced in one step`() throws {
        let path = folder.path + "/link"
        let system = SystemFileSystem()
        try system.replaceLink(path, to: "one", through: path + ".new")
        try system.replaceLink(path, to: "two", through: path + ".new")
        #expect(try system.destination(ofLink: path) == "two")
        #expect(try folder.names == ["link"])
    }

    @Test(arguments: [("/a/b", "/a"), ("/b", "/"), ("b", "."), ("a/b", "a")])
    func `A name has a directory`(path: String, directory: String) {
        #expect(FileReplacement.directory(of: path) == directory)
    }
}
