internal import Glibc
public import SystemSupport

/// What stands between the track and the disk: a code, the system call behind it, and what to do.
public struct TrackError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of trouble.
    public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        /// Another process writes into the same directory.
        case locked
        /// No space or no quota is left.
        case diskFull
        /// The file system is mounted read-only.
        case readOnly
        /// This user may not.
        case permissionDenied
        /// A directory or file is not there.
        case missing
        /// The path of the directory leads to something else.
        case notADirectory
        /// The process or the machine has no file, thread or memory left to give.
        case noResources
        /// The disk reported an error, or something that has no word of its own here.
        case inputOutput
        /// A compressed file is damaged, or ends too soon.
        case damaged
        /// A file that this version cannot read: another compression, or a schema of a later version.
        case unsupported
        /// The writer was closed before all lines were written.
        case closed
        /// A directory, a device or the like, where a file is to be read.
        case notAFile
    }

    /// The kind of trouble.
    public var code: Code
    /// The directory or file that it is about.
    public var path: String
    /// The line of it behind which the trouble is, where it is about what stands in a file and that is known.
    public var line: Int?
    /// The process that holds the directory, for ``Code/locked``, where it is known.
    public var holder: Int32?
    /// The system call that failed, where one did.
    public var underlying: SystemCallError?

    /// Trouble of a kind.
    public init(_ code: Code, path: String, holder: Int32? = nil, underlying: SystemCallError? = nil) {
        self.code = code
        self.path = path
        self.holder = holder
        self.underlying = underlying
    }

    /// The trouble that a failed system call means.
    public init(_ failure: SystemCallError, path: String) {
        let code: Code =
            switch failure.number {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EROFS: .readOnly
            case EACCES, EPERM: .permissionDenied
            case ENOENT: .missing
            case ENOTDIR: .notADirectory
            case EMFILE, ENFILE, ENOMEM, EAGAIN: .noResources
            default: .inputOutput
            }
        self.init(code, path: path, underlying: failure)
    }

    /// What happened, in one sentence.
    public var explanation: String {
        let cause = underlying.map { " (\($0))" } ?? ""
        switch code {
        case .locked:
            return "Another process\(holder.map { " (\($0))" } ?? "") is writing to \(path)."
        case .diskFull: return "The disk that holds \(path) is full\(cause)."
        case .readOnly: return "The file system that holds \(path) is read-only\(cause)."
        case .permissionDenied: return "This user has no access to \(path)\(cause)."
        case .missing: return "\(path) does not exist\(cause)."
        case .notADirectory: return "\(path) is not a directory\(cause)."
        case .noResources: return "The system has no files, threads or memory left for \(path)\(cause)."
        case .inputOutput: return "Reading or writing \(path) failed\(cause)."
        case .damaged:
            let place = line.map { " after line \($0)" } ?? ""
            return "\(path) is damaged or truncated\(place)."
        case .notAFile: return "\(path) is not a regular file: it is a directory, a device or a pipe."
        case .unsupported: return "\(path) has a format that this version of locd does not support."
        case .closed: return "The track in \(path) was closed before all lines were written\(cause)."
        }
    }

    /// What to do about it, in one sentence.
    public var remedy: String {
        switch code {
        case .locked: "Stop the other one, or set another tracks.directory for this one."
        case .diskFull: "Make room, or move tracks.directory; until then lines are queued in memory."
        case .readOnly: "Mount it read-write; the kernel log shows why it is read-only."
        case .permissionDenied: "Give the directory and its files to the user that runs locd."
        case .missing: "Create the directory above it, or correct tracks.directory."
        case .notADirectory: "Correct tracks.directory."
        case .noResources:
            "Raise the limits of the service (LimitNOFILE, TasksMax, MemoryMax), or stop what uses them up."
        case .inputOutput: "See the kernel log; the disk may be failing."
        case .notAFile: "Name a file, or use --directory for a directory."
        case .damaged: "Restore it from a backup; gzip -dc reads the lines before the damage."
        case .unsupported: "Read it with the version that wrote it, or a later one; unpack .zst with zstd -d first."
        case .closed: "Solve the write problem before the next stop."
        }
    }

    /// Both sentences.
    public var description: String { explanation + " " + remedy }

    /// The word under which lines are counted that this trouble cost.
    var lossCause: TrackLoss.Cause {
        switch code {
        case .diskFull: .diskFull
        case .readOnly: .readOnly
        case .locked, .permissionDenied, .missing, .notADirectory, .noResources: .notAccessible
        case .inputOutput, .damaged, .unsupported, .closed, .notAFile: .inputOutput
        }
    }
}
