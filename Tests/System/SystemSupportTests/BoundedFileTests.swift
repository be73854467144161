import Glibc
import LocdTestSupport
import Testing

@testable import SystemSupport

@Suite struct BoundedFileTests {
    private let folder = TemporaryDirectory()

    @Test func `A file is read to its end`() throws {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        let path = try folder.file("a", bytes)
        #expect(try BoundedFile.contents(of: path, limit: 200_000) == bytes)
        #expect(try BoundedFile.contents(of: try folder.file("empty", []), limit: 0) == [])
        // Its size is said to be 0.
        #expect(try !BoundedFile.contents(of: "/proc/self/status", limit: 1 << 20).isEmpty)
    }

    @Test func `A file beyond the limit is refused, and its beginning can be read`() throws {
        let path = try folder.file("a", [1, 2, 3, 4])
        #expect(throws: BoundedFile.Failure.tooLarge(limit: 3)) { try BoundedFile.contents(of: path, limit: 3) }
        #expect(throws: BoundedFile.Failure.tooLarge(limit: 9)) {
            try BoundedFile.contents(of: "/dev/zero", limit: 9, accepting: .anything)
        }
        #expect(try BoundedFile.prefix(of: path, count: 3) == [1, 2, 3])
    }

    @Test func `A missing file is the system's error`() {
        let error = #expect(throws: BoundedFile.Failure.self) {
            try BoundedFile.contents(of: "/no/such/file", limit: 9)
        }
        #expect(error?.isMissing == true)
        #expect(error == .system(SystemCallError("open", ENOENT)))
    }

    @Test func `A path with a NUL is not cut there`() throws {
        let path = try folder.file("a", [1])
        #expect(throws: BoundedFile.Failure.self) { try BoundedFile.contents(of: path + "\u{0}b", limit: 9) }
    }

    @Test func `Directories pipes and devices are refused without waiting`() throws {
        #expect(throws: BoundedFile.Failure.system(SystemCallError("read", EISDIR))) {
            try BoundedFile.contents(of: folder.path, limit: 9)
        }
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        for kind in [BoundedFile.Kind.regular, .regularOrDevice] {
            #expect(throws: BoundedFile.Failure.notAFile) {
                try BoundedFile.contents(of: folder.path + "/pipe", limit: 9, accepting: kind)
            }
        }
        #expect(throws: BoundedFile.Failure.notAFile) { try BoundedFile.contents(of: "/dev/null", limit: 9) }
        #expect(try BoundedFile.contents(of: "/dev/null", limit: 9, accepting: .regularOrDevice) == [])
    }

    @Test func `A person may name a pipe`() async throws {
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let writer = try ExecutorThread(named: "writer").run {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            _ = write(descriptor, "abc", 3)
            close(descriptor)
        }
        #expect(try BoundedFile.contents(of: path, limit: 9, accepting: .anything) == Array("abc".utf8))
        await writer.value
    }
}
