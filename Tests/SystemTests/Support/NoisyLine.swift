import CLinux
import Glibc

/// A pseudo-terminal on which bytes come that are no sentences, as from a serial line at a wrong speed.
final class NoisyLine: Sendable {
    private let master: Int32
    private let link: String
    private let writer: Task<Void, Never>

    /// Makes the terminal, and `link` to it.
    init(link: String) throws {
        var path = [CChar](repeating: 0, count: 128)
        let master = clinux_pty_open(&path, path.count)
        guard master >= 0, symlink(path, link) == 0 else { throw Socket.Failure(call: link) }
        self.master = master
        self.link = link
        writer = Task {
            // What 38,400 baud looks like at 9600, and never a whole sentence.
            var bytes = (0..<480).map { UInt8(truncatingIfNeeded: $0 * 37 ^ $0 >> 3) | 0x80 }
            bytes[0] = UInt8(ascii: "$")
            while !Task.isCancelled {
                _ = write(master, bytes, bytes.count)
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// Takes it away.
    func end() {
        writer.cancel()
        unlink(link)
        close(master)
    }
}
