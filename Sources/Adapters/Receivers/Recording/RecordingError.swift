import Glibc
import LocationModel
import LocationServices
internal import SystemSupport

/// Why a recording cannot be read, or not to its end: a code for programs, and a description with the remedy.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Sendable, Hashable {
        /// The file does not exist.
        case missing
        /// The file exists, but locd may not read it.
        case permissionDenied
        /// Reading failed, or the path does not name a file.
        case unreadable
        /// Its kind is unknown.
        case unknownKind
        /// Its fixes have a time of day but no date, and no date was given.
        case noDate
        /// It is a damaged or truncated gzip file.
        case damaged
    }

    /// The kind of error.
    public let code: Code
    /// The problem and its remedy.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    init(system code: Int32, path: String) {
        let words = SystemCallError.message(of: code)
        switch code {
        case ENOENT, ENOTDIR:
            self.init(.missing, "\(path): \(words): correct the path of the recording")
        case EACCES, EPERM:
            self.init(.permissionDenied, "\(path): \(words): allow the user of locd to read it")
        default:
            self.init(.unreadable, "\(path): \(words): copy the recording to a readable file")
        }
    }

    /// Whether waiting may help: a file may still appear, and permission may still be granted.
    var mayPass: Bool { code == .missing || code == .permissionDenied }

    /// The same error, as a receiver reports it.
    var condition: ReceiverLink.Condition {
        switch code {
        case .missing: .absent(.noDevice)
        case .permissionDenied: .absent(.permissionDenied)
        case .unreadable: .absent(.deviceError)
        case .unknownKind, .noDate, .damaged: .failing(.unreadable)
        }
    }
}
