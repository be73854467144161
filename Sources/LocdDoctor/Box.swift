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
    /// The name of a group.
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

    /// Whether a path exists.
    func exists(_ path: String) -> Bool { file(path) != nil }
}

/// The properties of a file that the doctor needs.
package struct BoxFile: Sendable, Hashable {
    /// What kind of file it is.
    package enum Kind: Sendable, Hashable { case regular, directory, characterDevice, other }

    package var kind: Kind
    /// The nine bits of permission.
    package var mode: UInt32
    package var user: UInt32
    package var group: UInt32
    /// The device number.
    package var major: UInt32 = 0
    package var minor: UInt32 = 0
    /// Whether the present user may read it, access control lists included.
    package var isReadable = false
    /// Whether the present user may write it, access control lists included.
    package var isWritable = false
}

/// The room on a file system.
package struct BoxSpace: Sendable, Hashable {
    /// Bytes that an unprivileged user may write.
    package var free: UInt64
    /// The number of files that may still be created; `nil` if the file system has no such limit.
    package var freeFiles: UInt64?
    /// Whether it is mounted read-only.
    package var isReadOnly = false
}

/// A user of the box.
package struct BoxAccount: Sendable, Hashable {
    package var name: String
    package var identifier: UInt32
    package var groups: Set<UInt32>
    /// Whether it is the user that runs the doctor.
    package var isPresent = false
}
