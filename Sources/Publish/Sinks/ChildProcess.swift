internal import Glibc
internal import Synchronization
internal import SystemSupport

/// Runs a program with input and waits for its end.
enum ChildProcess {
    /// Why the program did not run to its end.
    enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// It could not be started.
        case notStarted(SystemCallError)
        /// It did not end in time, and was killed.
        case timedOut(Duration)
        /// A signal ended it.
        case signalled(Int32)

        var description: String {
            switch self {
            case .notStarted(let error): "cannot be started: \(error.message)"
            case .timedOut(let time): "did not end within \(time)"
            case .signalled(let number): "was ended by signal \(number)"
            }
        }

        var remedy: String {
            switch self {
            case .notStarted: "check its path and permissions, and whether the unit's sandbox lets it be seen"
            case .timedOut: "raise timeout, or let it exit when its standard input ends"
            case .signalled: "see journalctl -u locd-publish"
            }
        }
    }

    /// Runs a program by its absolute path and returns its exit status. Input that it does not read is dropped.
    ///
    /// - Parameters:
    ///   - output: Takes its output, up to 64 KiB; without it, the output is discarded.
    static func run(
        _ words: [String], adding environment: [String] = [], input: [UInt8], timeout: Duration,
        output: UnsafeMutablePointer<[UInt8]>? = nil
    ) throws(Failure) -> Int32 {
        let launched = launching.withLock { _ in launch(words, environment, readsOutput: output != nil) }
        let (child, pipe, results) = try launched.get()
        defer { if results >= 0 { close(results) } }
        let end = SystemClock.sinceBoot + timeout
        feed(input, to: pipe, until: end)
        if let output { collect(from: results, into: output, until: end) }
        return try wait(for: child, until: end, timeout)
    }

    /// One at a time: a program that inherited the other end of another one's input would keep it from ending.
    private static let launching = Mutex(())

    /// The program, the end of its input to write to, and the end of its output to read from, -1 if that is thrown away.
    private static func launch(
        _ words: [String], _ environment: [String], readsOutput: Bool
    ) -> Result<(pid_t, Int32, Int32), Failure> {
        var inputPipe: [Int32] = [-1, -1]
        var outputPipe: [Int32] = [-1, -1]
        defer {
            if inputPipe[0] >= 0 { close(inputPipe[0]) }
            if outputPipe[1] >= 0 { close(outputPipe[1]) }
        }
        guard pipe(&inputPipe) == 0, !readsOutput || pipe(&outputPipe) == 0 else {
            let number = errno
            if inputPipe[1] >= 0 { close(inputPipe[1]) }
            return .failure(.notStarted(SystemCallError("pipe", number)))
        }
        for descriptor in inputPipe + outputPipe where descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        do throws(Failure) {
            let child = try start(words, environment, input: inputPipe[0], output: readsOutput ? outputPipe[1] : nil)
            return .success((child, inputPipe[1], outputPipe[0]))
        } catch {
            close(inputPipe[1])
            if outputPipe[0] >= 0 { close(outputPipe[0]) }
            return .failure(error)
        }
    }

    private static func start(
        _ words: [String], _ added: [String], input: Int32, output: Int32?
    ) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Our threads block signals, and ignore a closed pipe and those that stop us: a program expects neither.
        var none = sigset_t()
        sigemptyset(&none)
        var ignored = sigset_t()
        sigemptyset(&ignored)
        for number in [SIGPIPE, SIGTERM, SIGINT] { sigaddset(&ignored, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        // Programs do not get systemd's credentials.
        let kept = ["PATH", "LANG", "TZ", "HOME", "STATE_DIRECTORY"].compactMap { (name: String) in
            getenv(name).map { "\(name)=\(String(cString: $0))" }
        }
        var arguments = words.map { strdup($0) } + [nil]
        var variables = (kept + added).map { strdup($0) } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var child = pid_t()
        let code = posix_spawn(&child, words[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw .notStarted(SystemCallError("posix_spawn", code)) }
        return child
    }

    private static func feed(
        _ input: [UInt8], to descriptor: Int32, until end: Duration
    ) {
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var done = 0
        while done < input.count {
            let count = input[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                done += count
            } else if errno == EAGAIN {
                guard ready(descriptor, POLLOUT, until: end) else { return }
            } else if errno != EINTR {
                return
            }
        }
    }

    private static func collect(
        from descriptor: Int32, into output: UnsafeMutablePointer<[UInt8]>, until end: Duration
    ) {
        var part = [UInt8](repeating: 0, count: 4096)
        while output.pointee.count < 64 << 10, ready(descriptor, POLLIN, until: end) {
            let count = read(descriptor, &part, part.count)
            guard count > 0 else { return }
            output.pointee.append(contentsOf: part.prefix(count))
        }
    }

    private static func ready(
        _ descriptor: Int32, _ events: Int32, until end: Duration
    ) -> Bool {
        while true {
            let left = end - SystemClock.sinceBoot
            guard left > .zero else { return false }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = poll(&entry, 1, Int32(clamping: left.milliseconds))
            if count > 0 { return true }
            if count < 0, errno != EINTR { return false }
        }
    }

    private static func wait(
        for child: pid_t, until end: Duration, _ timeout: Duration
    ) throws(Failure) -> Int32 {
        var status: Int32 = 0
        var pause: UInt32 = 500
        var isKilled = false
        while true {
            let found = waitpid(child, &status, isKilled ? 0 : WNOHANG)
            if found == child { break }
            if found < 0, errno != EINTR { throw .notStarted(SystemCallError("waitpid", errno)) }
            if !isKilled, SystemClock.sinceBoot >= end {
                // Including its children.
                kill(-child, SIGKILL)
                isKilled = true
                continue
            }
            usleep(pause)
            pause = min(pause * 2, 20_000)
        }
        if isKilled { throw .timedOut(timeout) }
        let signal = status & 0x7F
        guard signal == 0 else { throw .signalled(signal) }
        return status >> 8 & 0xFF
    }
}

extension Duration {
    /// Whole milliseconds, rounded up.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
