import Glibc
import SystemSupport

/// The journal's own socket (systemd's native journal protocol): an entry is one datagram of fields, so that a line
/// keeps its identifier and what belongs to it.
struct JournalSocket: Sendable {
    /// Where journald listens.
    static let path = "/run/systemd/journal/socket"

    /// One field of an entry. The name is of capital letters, digits and underscores.
    struct Field {
        let name: String
        let value: String
    }

    private let path: String

    /// Nothing is opened yet.
    init(path: String = Self.path) {
        self.path = path
    }

    /// Whether standard error goes to the journal: systemd names the file that it is connected to (`JOURNAL_STREAM`),
    /// and a child with another one must not be fooled.
    static func isStandardError(environment: [String: String]) -> Bool {
        guard let words = environment["JOURNAL_STREAM"]?.split(separator: ":"), words.count == 2,
            let device = UInt64(words[0]), let inode = UInt64(words[1])
        else { return false }
        var status = stat()
        return fstat(STDERR_FILENO, &status) == 0 && UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
    }

    /// Sends an entry; false where the journal did not take it. Waits while the journal's queue is full, as writing to
    /// standard error would.
    func send(_ fields: [Field]) -> Bool {
        guard let address = UnixAddress(path) else { return false }
        let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let bytes = Self.entry(fields)
        return address.withPointer { pointer, length in
            var sent: Int
            repeat {
                sent = sendto(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL), pointer, length)
            } while sent < 0 && errno == EINTR
            return sent == bytes.count
        }
    }

    /// The bytes of an entry: `NAME=value`, and with its length before it where the value has more than one line.
    static func entry(_ fields: [Field]) -> [UInt8] {
        var bytes: [UInt8] = []
        for field in fields {
            bytes += field.name.utf8
            if field.value.utf8.contains(10) {
                bytes.append(10)
                withUnsafeBytes(of: UInt64(field.value.utf8.count).littleEndian) { bytes += $0 }
            } else {
                bytes.append(UInt8(ascii: "="))
            }
            bytes += field.value.utf8
            bytes.append(10)
        }
        return bytes
    }

    /// The name of a field of ours; the journal takes capital letters, digits and underscores, 64 at most.
    static func name(of key: String) -> String {
        let letters = key.uppercased().unicodeScalars.map { scalar in
            ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "_"
        }
        return "LOCD_" + String(letters.prefix(59))
    }
}
