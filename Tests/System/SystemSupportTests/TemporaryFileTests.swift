import Glibc
import Testing

@testable import SystemSupport

@Suite struct TemporaryFileTests {
    @Test func `What is appended is read in order`() throws {
        let file = try TemporaryFile()
        try file.append([1, 2, 3])
        try file.append([])
        try file.append([4, 5])
        #expect(try file.bytes(at: 0, count: 4) == [1, 2, 3, 4])
        #expect(try file.bytes(at: 4, count: 4) == [5])
        #expect(try file.bytes(at: 5, count: 4) == [])
    }

    /// No name that another could open or that stays behind, and no descriptor that a child inherits.
    @Test func `The file has no name, and is not inherited`() throws {
        let file = try TemporaryFile()
        var status = stat()
        #expect(fstat(file.descriptor, &status) == 0)
        #expect(status.st_nlink == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `The file is closed with its object`() throws {
        var file: TemporaryFile? = try TemporaryFile()
        let descriptor = try #require(file?.descriptor)
        let link = "/proc/self/fd/\(descriptor)"
        var before = [CChar](repeating: 0, count: 256)
        let length = readlink(link, &before, before.count - 1)
        #expect(length > 0)
        file = nil
        // Another test may have the number by now, not the file.
        var after = [CChar](repeating: 0, count: 256)
        #expect(readlink(link, &after, after.count - 1) < 0 || after != before)
    }
}
