import ArgumentParser
import CommandText
import Glibc
import SystemSupport

/// `-` where a file is read: what comes from a pipe, in a file without a name, so that readers can seek in it.
enum StandardInput {
    /// What a person writes for it.
    static let name = "-"
    /// Where it can be opened, again and again.
    private static let path = "/proc/self/fd/0"

    /// The path to open for a file on the command line.
    static func path(of file: String) throws -> String {
        guard file == name else { return file }
        try keep.get()
        return path
    }

    /// Words with the name of what was read instead of its path.
    static func named(in words: String) -> String {
        words.split(separator: path, omittingEmptySubsequences: false).joined(separator: "standard input")
    }

    /// Copied once, when it is first asked for.
    private static let keep = Result { try copy() }

    private static func copy() throws {
        var status = stat()
        // A file that was redirected can be opened as it is.
        if fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0 { return }
        let file: TemporaryFile
        do throws(SystemCallError) { file = try TemporaryFile() } catch { throw notKept(error) }
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Console.failure("cannot read standard input: \(SystemCallError.message(of: errno))", .noInput)
            }
            if count == 0 { break }
            do throws(SystemCallError) { try file.append(Array(buffer[..<count])) } catch { throw notKept(error) }
        }
        guard dup2(file.descriptor, STDIN_FILENO) >= 0 else { throw notKept(SystemCallError("dup2", errno)) }
    }

    private static func notKept(_ error: SystemCallError) -> ExitCode {
        Console.say(
            "locd: cannot keep standard input: \(error.message) in \(TemporaryFile.directory). Set TMPDIR to another directory"
        )
        return ExitCode(.cannotWrite)
    }
}
