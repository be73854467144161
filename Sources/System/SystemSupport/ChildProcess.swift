internal import Glibc
internal import Synchronization

/// Runs a program and waits for its end. No shell is involved.
package enum ChildProcess {
    package enum End: Sendable, Hashable {
        case exited(Int32)
        case signalled(Int32)

        /// As a shell reports it: the status, or 128 plus the signal.
        package var status: Int32 {
            switch self {
            case .exited(let status): status
            case .signalled(let number): 128 + number
            }
        }
    }

    /// Why the program did not run to its end.
    package enum Failure: Error, Sendable, Hashable {
        /// It could not be started.
        case notStarted(SystemCallError)
        /// It did not end in time, and was killed with the processes that it started.
        case timedOut(Duration)
    }

    /// What becomes of its standard output. Its standard error goes where ours goes.
    package enum Output: Sendable, Hashable {
        /// It goes where ours goes.
        case inherited
        case discarded
        /// It is returned, up to 64 KiB.
        case collected
    }

    private static let outputLimit = 64 << 10

    /// Runs a program.
    ///
    /// - Parameters:
    ///   - words: The program, by its path or found in `PATH`, and its arguments.
    ///   - environment: Its whole environment.
    ///   - input: Its standard input. What it does not read is dropped.
    ///   - timeout: When it is killed; `nil` waits for ever.
    /// - Returns: How it ended, and its output, if that is collected.
    package static func run(
        _ words: [String], environment: [String: String], input: [UInt8] = [], output: Output = .inherited,
        timeout: Duration? = nil
    ) throws(Failure) -> (end: End, output: [UInt8]) {
        let launched = launching.withLock { _ in
            Result { () throws(Failure) in try launch(words, environment, output, inGroup: timeout != nil) }
        }
        let (process, pipes) = try launched.get()
        let deadline = timeout.map { SystemClock.sinceBoot + $0 }
        var collected: [UInt8] = []
        exchange(input, pipes, until: deadline, into: &collected)
        return (try wait(for: process, until: deadline, timeout), collected)
    }

    /// Our environment without what systemd passes to this process alone, such as its credentials.
    package static func environment(adding others: [String: String] = [:]) -> [String: String] {
        ["PATH", "LANG", "TZ", "HOME", "STATE_DIRECTORY"].reduce(into: others) { environment, name in
            if environment[name] == nil, let value = getenv(name) { environment[name] = String(cString: value) }
        }
    }

    /// One at a time: a program that inherited the other end of another one's input would keep it from ending.
    private static let launching = Mutex(())

    /// Starts the program, in a process group of its own if it may have to be killed with all that it starts. The pipes
    /// are the end of its input to write to, and the end of its output to read from, if
    /// that is collected.
    private static func launch(
        _ words: [String], _ environment: [String: String], _ output: Output, inGroup: Bool
    ) throws(Failure) -> (process: pid_t, pipes: (input: Int32, output: Int32?)) {
        guard let program = words.first else {
            throw .notStarted(SystemCallError("posix_spawnp", SystemCallError.invalid))
        }
        let input = try openPipe()
        defer { close(input.read) }
        var results: (read: Int32, write: Int32)?
        if output == .collected {
            do throws(Failure) { results = try openPipe() } catch {
                close(input.write)
                throw error
            }
        }
        defer { if let results { close(results.write) } }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.read, STDIN_FILENO)
        if let results { posix_spawn_file_actions_adddup2(&actions, results.write, STDOUT_FILENO) }
        if output == .discarded {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // It starts with the signal settings of a shell, whatever this thread blocks or the process ignores.
        var (none, usual) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&usual)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT] { sigaddset(&usual, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setpgroup(&attributes, 0)
        let group = inGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))

        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawnp(&process, program, &actions, &attributes, &arguments, &variables)
        guard code == 0 else {
            close(input.write)
            if let results { close(results.read) }
            throw .notStarted(SystemCallError("posix_spawnp", code))
        }
        return (process, (input.write, results?.read))
    }

    private static func openPipe() throws(Failure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .notStarted(SystemCallError("pipe", errno)) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Writes the input and reads the output, and closes both ends.
    private static func exchange(
        _ input: [UInt8], _ pipes: (input: Int32, output: Int32?), until deadline: Duration?, into output: inout [UInt8]
    ) {
        _ = fcntl(pipes.input, F_SETFL, O_NONBLOCK)
        // A program need not read its input, and that may not end this process.
        var (broken, before) = (sigset_t(), sigset_t())
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &broken, &before)
        defer {
            var none = timespec()
            while sigtimedwait(&broken, nil, &none) == SIGPIPE {}
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        var writer: Int32? = pipes.input
        var reader = pipes.output
        defer { for end in [writer, reader].compactMap(\.self) { close(end) } }
        var written = 0
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            if let end = writer, written < input.count {
                let count = input[written...].withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
                if count > 0 { written += count } else if errno != EAGAIN, errno != EINTR { written = input.count }
            }
            if let end = writer, written == input.count {
                close(end)
                writer = nil
            }
            var polled: [pollfd] = []
            if let reader { polled.append(pollfd(fd: reader, events: Int16(POLLIN), revents: 0)) }
            if let writer { polled.append(pollfd(fd: writer, events: Int16(POLLOUT), revents: 0)) }
            guard !polled.isEmpty else { return }
            let left = deadline.map { max($0 - SystemClock.sinceBoot, .zero) }
            if left == .zero { return }
            let ready = poll(&polled, nfds_t(polled.count), left.map { Int32(clamping: $0.milliseconds) } ?? -1)
            if ready < 0, errno != EINTR { return }
            guard ready > 0, let end = reader, polled[0].fd == end, polled[0].revents != 0 else { continue }
            let count = read(end, &part, part.count)
            if count > 0 { output.append(contentsOf: part.prefix(count)) }
            if count == 0 || output.count >= outputLimit {
                close(end)
                reader = nil
            }
        }
    }

    private static func wait(
        for process: pid_t, until deadline: Duration?, _ timeout: Duration?
    ) throws(Failure) -> End {
        var status: Int32 = 0
        var isKilled = false
        var pause: UInt32 = 500
        while true {
            let found = waitpid(process, &status, deadline == nil || isKilled ? 0 : WNOHANG)
            if found == process { break }
            if found < 0, errno != EINTR { throw .notStarted(SystemCallError("waitpid", errno)) }
            if let deadline, !isKilled, SystemClock.sinceBoot >= deadline {
                kill(-process, SIGKILL)
                isKilled = true
            } else if !isKilled, found == 0 {
                usleep(pause)
                pause = min(pause * 2, 20_000)
            }
        }
        if isKilled, let timeout { throw .timedOut(timeout) }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
}

extension Duration {
    /// Whole milliseconds, rounded up.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
