internal import Glibc

/// The sockets that systemd passed to a process (sd_listen_fds(3)).
package enum PassedSockets {
    package static let firstDescriptor: CInt = 3

    /// The descriptors with the names that the socket unit gives them (`FileDescriptorName=`), in order; none if they
    /// are not for this process.
    ///
    /// Reads `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES`.
    package static func all(
        environment: [String: String], process: CInt = getpid()
    ) -> [(descriptor: CInt, name: String)] {
        guard environment["LISTEN_PID"].flatMap({ CInt($0) }) == process,
            let count = environment["LISTEN_FDS"].flatMap({ CInt($0) }), (1...1024).contains(count)
        else { return [] }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
        return (0..<count).map { index in
            let name = names.indices.contains(Int(index)) ? String(names[Int(index)]) : ""
            return (descriptor: firstDescriptor + index, name: name)
        }
    }
}
