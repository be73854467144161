package import LocationModel
package import LocdConfiguration
package import LocdProtocol

/// A computer as the doctor sees it. The doctor gets all its information from here, so that a test can script any box.
package struct Box: Sendable {
    /// The result of a query to the daemon.
    package enum DaemonAnswer: Sendable, Hashable {
        case status(StatusReply)
        /// Nothing listens.
        case notRunning
        /// The query failed, with the reason.
        case unknown(String)
    }

    /// The text of a small file; `nil` if it is missing or unreadable.
    package var text: @Sendable (_ path: String) -> String?
    /// The names in a directory; `nil` if it is missing or may not be listed.
    package var names: @Sendable (_ directory: String) -> [String]?
    /// The target of a symbolic link, as written in it; `nil` for anything else.
    package var target: @Sendable (_ link: String) -> String?
    /// The path without symbolic links; `nil` if it leads nowhere.
    package var resolved: @Sendable (_ path: String) -> String?
    /// The file that a path leads to, links followed; `nil` if it leads nowhere.
    package var file: @Sendable (_ path: String) -> BoxFile?
    /// The room on the file system of a path.
    package var space: @Sendable (_ path: String) -> BoxSpace?
    /// A user by name or number, or the present one; `nil` if no user has that name.
    package var account: @Sendable (_ name: String?) -> BoxAccount?
    package var groupName: @Sendable (_ identifier: UInt32) -> String?
    /// The number of a group.
    package var groupIdentifier: @Sendable (_ name: String) -> UInt32?
    /// Whether the kernel reports its clock as synchronised.
    package var isClockSynchronized: @Sendable () -> Bool
    /// Asks the daemon behind a socket file for its status.
    package var daemon: @Sendable (_ socket: String) async -> DaemonAnswer
    /// Queries a gpsd for its version and devices.
    package var gpsd: @Sendable (GPSDAddress) async -> GPSDAnswer
    /// Listens to a receiver until its data is clear, for a bounded time.
    package var listen: @Sendable (Configuration.Receiver.Source) async -> Hearing

    func exists(_ path: String) -> Bool { file(path) != nil }
}

/// The properties of a file that the doctor needs.
package struct BoxFile: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case regular, directory, characterDevice, other }

    package var kind: Kind
    /// The nine bits of permission.
    package var mode: UInt32
    package var user: UInt32
    package var group: UInt32
    /// The device number.
    package var major: UInt32 = 0
    package var minor: UInt32 = 0
    /// The number of the file system that it is on.
    package var fileSystem: UInt64 = 0
    /// Whether the present user may read it, access control lists included.
    package var isReadable = false
    /// Whether the present user may write it, access control lists included.
    package var isWritable = false

    /// Whether it is a pseudo-terminal, as `locd simulate` creates them.
    var isPseudoTerminal: Bool { kind == .characterDevice && (136...143).contains(major) }

    /// Whether it is the same device. Each container may have pseudo-terminals of its own, with the same numbers.
    func isSameDevice(as other: Self) -> Bool {
        (kind, major, minor) == (other.kind, other.major, other.minor)
            && (!isPseudoTerminal || fileSystem == other.fileSystem)
    }
}

package struct BoxSpace: Sendable, Hashable {
    /// Bytes that an unprivileged user may write.
    package var free: UInt64
    /// The number of files that may still be created; `nil` if the file system has no such limit.
    package var freeFiles: UInt64?
    /// Whether it is mounted read-only.
    package var isReadOnly = false
}

package struct BoxAccount: Sendable, Hashable {
    package var name: String
    package var identifier: UInt32
    package var groups: Set<UInt32>
    /// Whether it is the user that runs the doctor.
    package var isPresent = false
}

extension Box {
    /// A use of a file by an account.
    enum Use { case read, write, pass }

    /// Whether an account may use the target of a path in that way, by its permission bits. For the present user the
    /// system itself decides, access control lists included.
    func may(_ account: BoxAccount, _ use: Use, _ file: BoxFile) -> Bool {
        if account.isPresent, use != .pass { return use == .read ? file.isReadable : file.isWritable }
        if account.identifier == 0 { return true }
        let shift: UInt32 = account.identifier == file.user ? 6 : account.groups.contains(file.group) ? 3 : 0
        let bit: UInt32 =
            switch use {
            case .read: 4
            case .write: 2
            case .pass: 1
            }
        return file.mode >> shift & bit != 0
    }

    /// The first directory on the path that an account may not enter; `nil` if there is none.
    func obstacle(for account: BoxAccount, to path: String) -> String? {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            guard let file = file(folder) else { return nil }
            if !may(account, .pass, file) { return folder }
        }
        return nil
    }

    /// A group by its name, or by its number if it has none.
    func name(ofGroup identifier: UInt32) -> String { groupName(identifier) ?? "\(identifier)" }

    /// Whether the loopback has its IPv6 address.
    var hasIPv6Loopback: Bool {
        (text("/proc/net/if_inet6") ?? "").split(separator: "\n").contains {
            $0.hasPrefix("00000000000000000000000000000001 ")
        }
    }

    /// The addresses with a listener on a TCP port: `true` for those of the loopback.
    func listeners(onPort port: UInt16) -> [Bool] {
        ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
            (text(path) ?? "").split(separator: "\n").compactMap { line -> Bool? in
                // Number, local address, remote address, state: 0A is listening.
                let fields = line.split(separator: " ", maxSplits: 4)
                guard fields.count > 3, fields[3] == "0A", let colon = fields[1].lastIndex(of: ":"),
                    UInt16(fields[1][fields[1].index(after: colon)...], radix: 16) == port
                else { return nil }
                return Self.isLoopback(fields[1][..<colon])
            }
        }
    }

    /// Addresses are words of 32 bits, each in the machine's byte order, which is little-endian wherever locd runs.
    private static func isLoopback(_ address: Substring) -> Bool {
        switch address.utf8.count {
        case 8: address.hasSuffix("7F")
        // ::1, and 127.0.0.0/8 as an address of IPv6.
        case 32:
            address == "00000000000000000000000001000000"
                || address.hasPrefix("0000000000000000FFFF0000") && address.hasSuffix("7F")
        default: false
        }
    }
}
