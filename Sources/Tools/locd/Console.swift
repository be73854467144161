import ArgumentParser
import CommandText
import FoundationEssentials
import Glibc
import LocationModel
import LocdClient
import Phrasing
import SystemSupport

/// How every verb speaks: data on stdout, words on stderr, the answer in the exit code.
enum Console {
    static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// Whether what is on stdout is coloured: on a terminal that has colours, unless its owner asked for none
    /// (NO_COLOR).
    static var isColoured: Bool {
        isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// Whether the locale's characters are not UTF-8. Without any locale it is.
    private static let isPlain =
        ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        .map { !["utf-8", "utf8"].contains(where: $0.lowercased().contains) } ?? false

    /// The system's time: what a person means by now.
    static var now: Timestamp { Timestamp(clock: SystemClock.wallTime) }

    /// Words for a person, one line or more, on stderr.
    static func say(_ words: String) {
        show("\(FileNames.shown(in: StandardInput.named(in: Account.named(in: words))))\n")
    }

    /// Part of a line on stderr, for a terminal.
    static func show(_ words: String) {
        write(isPlain ? Words.ascii(words) : words, to: STDERR_FILENO)
    }

    /// Words for a person, on stdout; see ``put(_:)``.
    static func putText(_ words: String) throws {
        try put(isPlain ? Words.ascii(words) : words)
    }

    /// Says why a verb ends; the code that it ends with.
    static func failure(_ words: String, _ status: ExitStatus) -> ExitCode {
        say("locd: \(words)")
        return ExitCode(status)
    }

    /// Says why a call of the daemon failed; the code that the verb ends with.
    static func failure(_ error: LocdClientError) -> ExitCode { failure("\(error)", ExitStatus(error)) }

    /// Data on stdout, as it is. A reader that went away ends the verb quietly; of a disk that is full it says so, and
    /// ends with 73.
    static func put(_ data: String) throws {
        guard let failure = write(data, to: STDOUT_FILENO) else { return }
        guard failure.number != EPIPE else { throw ExitCode.readerIsGone }
        throw Self.failure("cannot write to standard output: \(failure.message)", .cannotWrite)
    }

    /// Writes all of it; else why not.
    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> SystemCallError? {
        do throws(SystemCallError) {
            try SystemFileSystem().appendAll(Array(text.utf8), to: descriptor)
            return nil
        } catch {
            return error
        }
    }
}

extension ExitCode {
    /// The reader of standard output went away: the code of a program that SIGPIPE ended, whether or not the verb
    /// ignores it.
    static let readerIsGone = ExitCode(128 + SIGPIPE)

    /// One of locd's own exit codes.
    init(_ status: ExitStatus) {
        self.init(status.rawValue)
    }
}
