import CGPS
import Glibc
import LocationModel
import NMEA
import SystemSupport

/// The one owner of a libgps connection: closes it when it goes.
///
/// Unchecked, because libgps lets any thread use a connection, one at a time, and there is one owner.
struct GPSDConnection: ~Copyable, @unchecked Sendable {
    /// Why there is no connection.
    struct Failure: Error, CustomStringConvertible {
        /// An errno value; 0 or negative, where libgps puts a number of its own into errno.
        let code: Int32

        var description: String {
            switch code {
            // Of libgps' numbers (gps.h, NL_…) these are what a person can do something about.
            case -1: "unknown port"
            case -2: "unknown host"
            case -6: "no answer"
            case ...0: "cannot connect (libgps says \(code))"
            default: SystemCallError.message(of: code)
            }
        }
    }

    private let handle: OpaquePointer
    private var headings = HeadingReader()

    /// Connects, and blocks while it does.
    init(host: String, port: UInt16) throws(Failure) {
        var code: Int32 = 0
        guard let handle = cgps_open(host, String(port), &code) else { throw Failure(code: code) }
        self.init(handle)
    }

    // Nothing may throw in it: a throw would run deinit too, and Swift 6.2 destroys defaults twice then.
    private init(_ handle: OpaquePointer) { self.handle = handle }

    deinit {
        cgps_close(handle)
    }

    /// For `poll`.
    var descriptor: Int32 { cgps_descriptor(handle) }

    /// Whether another whole line was received already.
    var hasMore: Bool { cgps_waiting(handle) }

    /// Asks for reports, of one device or of all, and for the sentences beside them or no longer. gpsd opens its
    /// devices when asked, so asking again revives one that it gave up.
    func watch(device: String?, sentences: Bool) throws(Failure) {
        var code: Int32 = 0
        let asked =
            if let device {
                cgps_watch(handle, device, sentences, &code)
            } else {
                cgps_watch(handle, nil, sentences, &code)
            }
        guard asked else { throw Failure(code: code) }
    }

    /// Reads one line without blocking; `nil` if none is complete yet. Throws if the connection ended.
    mutating func read() throws(Failure) -> Line? {
        var code: Int32 = 0
        let kind = cgps_read(handle, &code)
        switch kind {
        case CGPS_LINE_PARTIAL: return nil
        case CGPS_LINE_CLOSED: throw Failure(code: ECONNRESET)
        case CGPS_LINE_FAILED: throw Failure(code: code)
        case CGPS_LINE_SENTENCE: return .sentence(heading())
        default: return Line(kind, of: handle)
        }
    }

    private mutating func heading() -> HeadingSentence? {
        guard let text = cgps_line(handle) else { return nil }
        return headings.heading(in: UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
}
