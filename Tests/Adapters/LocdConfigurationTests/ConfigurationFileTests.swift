import Glibc
import LocdTestSupport
import Testing

@testable import LocdConfiguration

/// Files on the disk: what there is, what there is not, and what is no file.
@Suite struct ConfigurationFileTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }

    private func refusal(_ path: String?, defaultPath: String = "/nonexistent") -> ConfigurationProblem? {
        do {
            _ = try Configuration.load(path: path, defaultPath: defaultPath)
            return nil
        } catch {
            return error.problems.count == 1 ? error.problems.first : nil
        }
    }

    @Test func `File is read`() throws {
        try folder.file("a.yaml", Array("recorder:\n  distanceFilter: 25\n".utf8))
        let loaded = try Configuration.load(path: "\(directory)/a.yaml")
        #expect(loaded.configuration.recorder.distanceFilter == 25)
        #expect(loaded.file == "\(directory)/a.yaml")
        let key = try key("recorder.distanceFilter")
        #expect(loaded.origin(of: key) == .file(path: "\(directory)/a.yaml", line: 2, column: 3))
    }

    @Test func `A missing default file means defaults, and is distinguished`() throws {
        let loaded = try Configuration.load(path: nil, defaultPath: "/nonexistent/locd.yaml")
        #expect(loaded.configuration == Configuration())
        #expect(loaded.file == nil)
    }

    /// What hides a place or refuses a client must not be gone because a disk is not mounted.
    @Test func `Link to a file that is missing is refused, also where no file need be`() throws {
        let link = "\(directory)/link"
        #expect(symlink("\(directory)/nowhere", link) == 0)
        #expect(refusal(link)?.what == "is a link to a missing file")
        #expect(refusal(nil, defaultPath: link)?.code == .unreadable)
        var configuration = Configuration()
        configuration.regions.file = link
        configuration.clients.file = link
        #expect(throws: ConfigurationError.self) { try configuration.regions.read() }
        #expect(throws: ConfigurationError.self) { try configuration.clients.read { _ in nil } }
    }

    @Test func `Named file that is missing is refused`() throws {
        let problem = try #require(refusal("/nonexistent/locd.yaml"))
        #expect(problem.code == .missing)
        #expect(problem.description.hasPrefix("/nonexistent/locd.yaml: file not found; "))
    }

    @Test func `Empty file means defaults`() throws {
        try folder.file("empty", [])
        try folder.file("mark", [0xEF, 0xBB, 0xBF])
        let empty = try Configuration.load(path: "\(directory)/empty").configuration
        #expect(empty == Configuration())
        let mark = try Configuration.load(path: "\(directory)/mark").configuration
        #expect(mark == Configuration())
        #expect(try Configuration.load(path: "/dev/null").configuration == Configuration())
    }

    @Test func `Directory is refused, and the file in it named`() throws {
        let problem = try #require(refusal(directory))
        #expect(problem.code == .unreadable)
        #expect(problem.what == "is a directory")
        #expect(problem.remedy.contains("\(directory)/locd.yaml"))
        // The default file may be missing, but not be something else.
        #expect(refusal(nil, defaultPath: directory)?.code == .unreadable)
    }

    @Test func `Unreadable file is refused, with the words of the system`() throws {
        try folder.file("plain", [])
        let loop = "\(directory)/loop"
        #expect(symlink("loop", loop) == 0)
        #expect(refusal(loop)?.what == "cannot be read: Too many levels of symbolic links")
        #expect(refusal("\(directory)/plain/locd.yaml")?.what == "cannot be read: Not a directory")
        // Whoever runs the tests may be allowed everything: the answer of the system is played.
        let refused = ConfigurationFile.refusal(errno: EACCES, "/etc/locd/locd.yaml")
        #expect(refused.problems.map(\.code) == [.unreadable])
        #expect(
            refused.description.hasPrefix("/etc/locd/locd.yaml: cannot be read: Permission denied; allow the user locd")
        )
    }

    @Test(.enabled(if: geteuid() != 0, "root may read every file"))
    func `Unreadable file is refused, for a user who may not read it`() throws {
        try folder.file("secret", [])
        chmod("\(directory)/secret", 0)
        #expect(refusal("\(directory)/secret")?.what == "cannot be read: Permission denied")
    }

    @Test func `What is no regular file is refused at once`() {
        let pipe = "\(directory)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(refusal(pipe)?.what == "is not a regular file")
        #expect(refusal("/dev/zero")?.code == .tooLarge)
        #expect(refusal("/etc/locd\0/x")?.what == "a path cannot contain a NUL")
    }

    @Test func `Size is bounded`() throws {
        let most = [UInt8](repeating: UInt8(ascii: "\n"), count: ConfigurationFile.maximumBytes)
        #expect(try Configuration.read(most, name: "f").configuration == Configuration())
        #expect(throws: ConfigurationError.self) { try Configuration.read(most + [10], name: "f") }
        try folder.file("most", most)
        try folder.file("more", most + [10])
        #expect(refusal("\(directory)/most") == nil)
        #expect(refusal("\(directory)/more")?.code == .tooLarge)
    }

    @Test(
        arguments: [
            ([0x61, 0x3A, 0x0A, 0x20, 0xFF], "2:2", "0xFF"),
            // Latin 1: "# Größe".
            ([0x23, 0x20, 0x47, 0x72, 0xF6, 0xDF, 0x65, 0x0A], "1:5", "0xF6"),
            // A character that breaks off at the end.
            ([0x23, 0xC3, 0xA4, 0xE2, 0x82], "1:3", "0xE2"),
            // UTF-16 with its mark.
            ([0xFF, 0xFE, 0x61, 0x00], "1:1", "0xFF"),
            // A surrogate, and an overlong slash.
            ([0x23, 0xED, 0xA0, 0x80], "1:2", "0xED"),
            ([0x23, 0xC0, 0xAF], "1:2", "0xC0"),
        ] as [([UInt8], String, String)])
    func `Bytes that are not UTF-8 are refused, with their place`(_ bytes: [UInt8], _ place: String, _ byte: String)
        throws
    {
        let error = #expect(throws: ConfigurationError.self) { try Configuration.read(bytes, name: "f") }
        let problem = try #require(error?.problems.first)
        #expect(problem.code == .notText)
        #expect(problem.origin.place == place)
        #expect(problem.what.contains(byte))
    }
}
