import FoundationEssentials
import Glibc
import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@testable import LocdDoctor

/// The real computer, as far as every computer has it.
@Suite struct BoxFilesTests {
    private let directory = TemporaryDirectory()
    private var folder: String { directory.path }

    @Test func `Devices have their numbers`() throws {
        let null = try #require(BoxFiles.file("/dev/null"))
        #expect(null.kind == .characterDevice && null.major == 1 && null.minor == 3 && null.mode == 0o666)
        #expect(null.isReadable && null.isWritable)
        #expect(null.fileSystem != BoxFiles.file("/proc")?.fileSystem)
        #expect(BoxFiles.file("/dev")?.kind == .directory)
        #expect(BoxFiles.file("/nowhere/at/all") == nil)
    }

    @Test func `Only regular files are read and only so far`() throws {
        let path = "\(folder)/text"
        try Data(repeating: 0x61, count: 3 << 20).write(to: URL(filePath: path))
        let count = BoxFiles.text(path)?.utf8.count ?? 0
        #expect((1 << 20..<3 << 20).contains(count))
        // A FIFO without a writer would hold whoever opens it, a device never ends.
        #expect(mkfifo("\(folder)/fifo", 0o600) == 0)
        #expect(BoxFiles.text("\(folder)/fifo") == nil)
        #expect(BoxFiles.text("/dev/zero") == nil)
        #expect(BoxFiles.text(folder) == nil)
        try Data([0xFF, 0xFE, 0x0A]).write(to: URL(filePath: path))
        #expect(BoxFiles.text(path)?.isEmpty == false)
    }

    @Test func `Links are read and followed`() throws {
        try Data().write(to: URL(filePath: "\(folder)/file"))
        #expect(symlink("file", "\(folder)/link") == 0)
        #expect(symlink("nowhere", "\(folder)/broken") == 0)
        #expect(BoxFiles.target("\(folder)/link") == "file")
        #expect(BoxFiles.target("\(folder)/file") == nil)
        #expect(BoxFiles.resolved("\(folder)/link") == BoxFiles.resolved("\(folder)/file"))
        #expect(BoxFiles.resolved("\(folder)/broken") == nil && BoxFiles.file("\(folder)/broken") == nil)
        #expect(Set(BoxFiles.names(folder) ?? []) == ["file", "link", "broken"])
        #expect(BoxFiles.names("\(folder)/file") == nil)
    }

    @Test func `There is room and a user`() throws {
        #expect(try #require(BoxFiles.space("/")).free > 0)
        #expect(BoxFiles.space("/nowhere/at/all") == nil)
        let present = try #require(BoxAccounts.account(nil))
        #expect(present.identifier == geteuid() && present.isPresent && present.groups.contains(getegid()))
        let root = try #require(BoxAccounts.account("root"))
        #expect(root.identifier == 0 && root.groups.contains(0) && root.isPresent == (geteuid() == 0))
        #expect(BoxAccounts.groupName(0) == "root")
        #expect(BoxAccounts.account("no-such-user-here") == nil)
    }

    @Test func `A process knows itself and what it holds`() throws {
        let path = "\(folder)/held"
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        let box = Box.system(clock: .system()) { _ in
            .notRunning
        } gpsd: { _ in
            GPSDAnswer()
        } receiver: { _ in
            ScriptedReceiver()
        }
        let (holders, _) = box.holders(of: path)
        #expect(holders.map(\.identifier) == [Int(getpid())])
        close(descriptor)
        #expect(box.holders(of: path).processes.isEmpty)
        let account = try #require(holders.first.flatMap(box.credentials(of:)))
        #expect(account.identifier == geteuid() && account.groups.contains(getegid()))
    }
}
