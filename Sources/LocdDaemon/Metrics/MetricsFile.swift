import Glibc

/// A file for the node exporter's textfile collector: whole or not there, readable for everybody.
struct MetricsFile: Sendable {
    /// What the system said.
    struct Failure: Error, CustomStringConvertible {
        let call: String
        let number: CInt

        var description: String { "\(call): \(systemMessage(number))" }
    }

    /// Where it is.
    let path: String
    /// The collector reads `*.prom` only: it never sees this one.
    private var temporary: String { "\(path).new" }

    init(path: String) {
        self.path = path
    }

    /// Writes it in place of the one before. Not synced: after a power cut it means nothing.
    func write(_ text: String) throws(Failure) {
        // Of a run that was killed while it wrote; and no link of somebody else's is ever followed.
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Failure(call: "open", number: errno) }
        do throws(Failure) {
            defer { close(descriptor) }
            // The unit's mask would keep it from the exporter, which is another user.
            guard fchmod(descriptor, 0o644) == 0 else { throw Failure(call: "chmod", number: errno) }
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    throw Failure(call: "write", number: errno)
                }
            }
            guard rename(temporary, path) == 0 else { throw Failure(call: "rename", number: errno) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Takes it away.
    func remove() {
        unlink(path)
    }
}
