import ArgumentParser
import Glibc
import LocdClient
import Synchronization
import SystemSupport

/// A file on the command line. `-` is what comes from a pipe, in a file without a name, so that readers can seek in it;
/// a name that is not UTF-8 is opened here, because a string cannot hold it.
enum StandardInput {
    /// What a person writes for it.
    static let name = "-"
    /// Where it can be opened, again and again.
    private static let path = "/proc/self/fd/0"

    /// The path to open for a file on the command line.
    static func path(of file: String) throws -> String {
        guard file != name else {
            try keep.get()
            names.withLock { $0[path] = "standard input" }
            return path
        }
        let shown = shown(file)
        guard let argument = argument(file), access(file, F_OK) != 0 else {
            if shown != file { names.withLock { $0[file] = shown } }
            return file
        }
        let descriptor = open(argument, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            Console.say("locd: cannot read \(shown): \(SystemCallError.message(of: errno))")
            throw ExitCode(.noInput)
        }
        let path = "/proc/self/fd/\(descriptor)"
        names.withLock { $0[path] = shown }
        return path
    }

    /// The name of a file as a terminal may show it: control characters, and bytes that are not UTF-8, are escaped.
    static func shown(_ file: String) -> String {
        guard file != name else { return "standard input" }
        guard let argument = argument(file) else { return escaped(file) }
        var bytes = UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) }[...]
        var shown = ""
        while let first = bytes.first {
            // The longest beginning that is one character.
            let scalar = (1...4).lazy.compactMap { String(validating: bytes.prefix($0), as: UTF8.self) }.first
            shown += scalar.map(escaped) ?? hexadecimal(UInt32(first))
            bytes = bytes.dropFirst(scalar?.utf8.count ?? 1)
        }
        return shown
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? hexadecimal(scalar.value) : String(scalar)
        }.joined()
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        "\\x" + (value < 16 ? "0" : "") + String(value, radix: 16, uppercase: true)
    }

    /// The argument of the process that is no UTF-8 and became this string; `nil` if there is none.
    private static func argument(_ file: String) -> UnsafeMutablePointer<CChar>? {
        guard file.unicodeScalars.contains("\u{FFFD}") else { return nil }
        return (1..<max(Int(CommandLine.argc), 1)).lazy.compactMap { CommandLine.unsafeArgv[$0] }
            .first { String(validatingCString: $0) == nil && String(cString: $0) == file }
    }

    /// Words with the names of the files that were read instead of the paths that were opened.
    static func named(in words: String) -> String {
        names.withLock { $0 }.sorted { $0.key.count > $1.key.count }.reduce(words) { words, name in
            words.split(separator: name.key, omittingEmptySubsequences: false).joined(separator: name.value)
        }
    }

    /// What to call the opened paths, where that is something else.
    private static let names = Mutex<[String: String]>([:])

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
                Console.say("locd: cannot read standard input: \(SystemCallError.message(of: errno))")
                throw ExitCode(.noInput)
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
