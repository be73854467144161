import Glibc
import LocationModel
import LocationServices
internal import SystemSupport

/// Why a recording cannot be read, or not further: a code to act on, and a sentence that says what to do.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of trouble it is.
    public enum Code: Sendable, Hashable {
        /// There is no such file.
        case missing
        /// The file is there, and we may not read it.
        case permissionDenied
        /// Reading failed, or the path names no file.
        case unreadable
        /// It is none of the kinds that are known.
        case unknownKind
        /// Its fixes have a time of day and no date, and no date was given.
        case noDate
        /// It is a gzip file, and damaged or cut off.
        case damaged
    }

    /// What kind of trouble it is.
    public let code: Code
    /// What was wrong, and what to do about it.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// What the system says of a path.
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

    /// Whether waiting may help: a file may yet appear, and a permission be given.
    var mayPass: Bool { code == .missing || code == .permissionDenied }

    /// The same as a receiver says it.
    var condition: ReceiverLink.Condition {
        switch code {
        case .missing: .absent(.noDevice)
        case .permissionDenied: .absent(.permissionDenied)
        case .unreadable: .absent(.deviceError)
        case .unknownKind, .noDate, .damaged: .failing(.unreadable)
        }
    }
}
