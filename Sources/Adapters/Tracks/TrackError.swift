internal import Glibc
public import SystemSupport

/// An error of reading or writing the track: a code, the system call that failed, and what to do.
public struct TrackError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        /// Another process writes to the same directory.
        case locked
        /// No space or no quota is left.
        case diskFull
        /// The file system is mounted read-only.
        case readOnly
        /// This user has no permission.
        case permissionDenied
        /// A directory or file does not exist.
        case missing
        /// The path of the directory is not a directory.
        case notADirectory
        /// The process or the system has no files, threads or memory left.
        case noResources
        /// The disk reported an error, or the error has no code of its own.
        case inputOutput
        /// A compressed file is damaged or truncated.
        case damaged
        /// This version cannot read the file: another compression, or a schema of a later version.
        case unsupported
        /// The writer was closed before all lines were written.
        case closed
        /// The path of a file to read is a directory, a device or the like.
        case notAFile
    }

    /// The kind of error.
    public var code: Code
    /// The directory or file concerned.
    public var path: String
    /// The last line of the file before the error, if known.
    public var line: Int?
    /// The process that holds the directory, for ``Code/locked``, if known.
    public var holder: Int32?
    /// The system call that failed, if any.
    public var underlying: SystemCallError?

    /// Creates an error from its parts.
    public init(_ code: Code, path: String, holder: Int32? = nil, underlying: SystemCallError? = nil) {
        self.code = code
        self.path = path
        self.holder = holder
        self.underlying = underlying
    }

    /// Creates an error from a failed system call.
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
        case .closed: return "Lines lost: locd stopped before it could write all lines to \(path)\(cause)."
        }
    }

    /// What to do about it, in one sentence.
    public var remedy: String {
        switch code {
        case .locked: "Stop the other one, or set another tracks.directory for this one."
        case .diskFull: "Make room, or move tracks.directory; until then lines are queued in memory."
        case .readOnly: "Mount it read-write; the kernel log shows why it is read-only."
        case .permissionDenied: "Give the directory and its files to the user that runs locd."
        case .missing: "Mount its disk or create the directory above it, or correct tracks.directory."
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

    /// The explanation and the remedy.
    public var description: String { explanation + " " + remedy }

    /// The cause under which lines lost by this error are counted.
    var lossCause: TrackLoss.Cause {
        switch code {
        case .diskFull: .diskFull
        case .readOnly: .readOnly
        case .locked, .permissionDenied, .missing, .notADirectory, .noResources: .notAccessible
        case .inputOutput, .damaged, .unsupported, .closed, .notAFile: .inputOutput
        }
    }
}
