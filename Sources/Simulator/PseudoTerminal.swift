import CLinux
import Glibc
import SystemSupport

/// A serial port that nobody has to plug in: what is written here, whoever opens ``path`` reads.
///
/// The slave side is raw and open to everybody, for a gpsd that dropped its privileges. It is not held open from here:
/// so it is known whether there is a reader, and readers come and go without ending it.
public struct PseudoTerminal: ~Copyable {
    /// The device that a reader opens: `/dev/pts/3`.
    public let path: String
    /// The master, non-blocking: for `poll`. It belongs to the terminal.
    public let descriptor: Int32

    /// Makes one; throws `.cannotWrite`.
    public init() throws(SimulationError) {
        var name = [CChar](repeating: 0, count: 128)
        let master = clinux_pty_open(&name, name.count)
        guard master >= 0 else {
            throw SimulationError(
                .cannotWrite,
                "cannot create a pseudo-terminal; check that /dev/pts is mounted, and that the limit is not reached",
                cause: SystemCallError.message(of: errno))
        }
        path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        descriptor = master
    }

    deinit {
        close(descriptor)
    }

    /// Whether anybody has the device open.
    public var hasReader: Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) >= 0 && Int32(state.revents) & POLLHUP == 0
    }

    /// Bytes that a reader has not taken yet, as far as the line discipline knows.
    public var unread: Int {
        max(Int(clinux_pty_unread(path)), 0)
    }

    /// Writes what there is room for, and says how much that was; throws `.cannotWrite`.
    public func write(_ bytes: ArraySlice<UInt8>) throws(SimulationError) -> Int {
        while true {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            // The reader is not reading, or went away at this moment.
            case EAGAIN, EIO: return 0
            default:
                throw SimulationError(
                    .cannotWrite, "\(path) cannot be written", cause: SystemCallError.message(of: errno))
            }
        }
    }

    /// Throws away what readers wrote: gpsd probes a receiver, and this one has nothing to say to it.
    public func discardInput() {
        var part = [UInt8](repeating: 0, count: 512)
        while read(descriptor, &part, part.count) > 0 {}
    }

    /// Forgets what the last reader left: its settings of the line, and what it did not read.
    public func reset() {
        _ = clinux_pty_reset(path)
    }
}
