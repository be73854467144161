import ArgumentParser
import FoundationEssentials
import Glibc
import LocationModel
import LocdClient
import SystemSupport

/// How every verb speaks: data on stdout, words on stderr, the answer in the exit code.
enum Console {
    /// The environment of the process.
    static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// Whether what is on stdout is coloured: on a terminal, unless its owner asked for none (NO_COLOR).
    static var isColoured: Bool { isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty }

    /// The system's time: what a person means by now.
    static var now: Timestamp {
        let time = SystemClock.wallTime
        return Timestamp(seconds: time.seconds, nanoseconds: time.nanoseconds) ?? .earliest
    }

    /// Words for a person, one line or more, on stderr.
    static func say(_ words: String) {
        write("\(words)\n", to: STDERR_FILENO)
    }

    /// Part of a line on stderr, for a terminal.
    static func show(_ words: String) {
        write(words, to: STDERR_FILENO)
    }

    /// Data on stdout, as it is. A reader that went away ends the verb quietly; of a disk that is full it says so, and ends with 73.
    static func put(_ data: String) throws {
        let failure = write(data, to: STDOUT_FILENO)
        guard failure != 0 else { return }
        guard failure != EPIPE else { throw ExitCode(.failure) }
        say("locd: cannot write to standard output: \(SystemCallError.message(of: failure))")
        throw ExitCode(.cannotWrite)
    }

    /// Writes all of it; else the number that the system gave for why not.
    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            var failure: Int32 = 0
            let count = rest.withUnsafeBytes { bytes in
                let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                if count < 0 { failure = errno }
                return count
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if failure != EINTR {
                return failure == 0 ? EIO : failure
            }
        }
        return 0
    }
}

extension ExitCode {
    /// One of locd's own exit codes.
    init(_ status: ExitStatus) {
        self.init(status.rawValue)
    }
}
