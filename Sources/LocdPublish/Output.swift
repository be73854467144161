import ArgumentParser
import Glibc
import SystemSupport

/// Data on standard output, words on standard error, the answer in the exit code.
enum Output {
    /// Words for a person.
    static func say(_ words: String) {
        let bytes = Array((words.split(separator: "\n").map { "locd: \($0)" }.joined(separator: "\n") + "\n").utf8)
        _ = write(2, bytes, bytes.count)
    }

    /// Data. A reader that went away ends the verb quietly.
    static func put(_ bytes: [UInt8]) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                guard errno != EPIPE else { throw ExitCode(1) }
                say("cannot write to standard output: \(SystemCallError.message(of: errno))")
                throw ExitCode(73)
            }
        }
    }
}
