import Glibc
package import SystemSupport

/// Runs a program for an event, which is in its environment and on its standard input. Its output goes where ours goes.
package enum EventProgram {
    /// How a program ended.
    package enum End: Sendable, Hashable {
        case exited(Int32)
        case signaled(Int32)

        /// As a shell reports it: the status, or 128 plus the signal.
        package var status: Int32 {
            switch self {
            case .exited(let status): status
            case .signaled(let number): 128 + number
            }
        }
    }

    /// Runs a program and waits for its end. No shell is involved.
    ///
    /// - Parameters:
    ///   - words: The program, by its path or found in `PATH`, and its arguments.
    ///   - environment: Its whole environment.
    ///   - input: The bytes on its standard input, at most 4096.
    package static func run(
        _ words: [String], environment: [String: String], input: [UInt8]
    ) throws(SystemCallError) -> End {
        guard let program = words.first, input.count <= 4096 else {
            throw SystemCallError("posix_spawnp", SystemCallError.invalid)
        }
        var pair: [Int32] = [-1, -1]
        guard pipe(&pair) == 0 else { throw SystemCallError("pipe", errno) }
        let ends = (read: pair[0], write: pair[1])
        for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends.read) }
        // A pipe holds more than that, so writing does not block.
        let written = input.withUnsafeBytes { write(ends.write, $0.baseAddress, $0.count) }
        close(ends.write)
        guard written == input.count else { throw SystemCallError("write", errno) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends.read, STDIN_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The program starts with the signal settings of a shell, whatever this thread blocks or the process ignores.
        var none = sigset_t()
        sigemptyset(&none)
        var usual = sigset_t()
        sigemptyset(&usual)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT] { sigaddset(&usual, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var process: pid_t = 0
        let number = withStrings(words) { arguments in
            withStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
                posix_spawnp(&process, program, &actions, &attributes, arguments, variables)
            }
        }
        guard number == 0 else { throw SystemCallError("posix_spawnp", number) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw SystemCallError("waitpid", errno) }
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
    }

    private static func withStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
