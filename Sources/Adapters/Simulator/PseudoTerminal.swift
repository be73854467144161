import CLinux
import Glibc
import SystemSupport

/// A virtual serial port: a program that opens ``path`` reads what is written here.
///
/// The slave side is raw, and any user can open it, for a gpsd that dropped its privileges. This process does not hold
/// it open, so it can detect readers, and readers can come and go without ending it.
public struct PseudoTerminal: ~Copyable {
    /// The device that a reader opens: `/dev/pts/3`.
    public let path: String
    /// The non-blocking master, for `poll`. The terminal owns it.
    public let descriptor: Int32

    /// Creates a pseudo-terminal; throws `.cannotWrite`.
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

    /// Whether a process has the device open.
    public var hasReader: Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) >= 0 && Int32(state.revents) & POLLHUP == 0
    }

    /// The number of bytes in the line discipline that no reader has read yet.
    public var unread: Int {
        max(Int(clinux_pty_unread(path)), 0)
    }

    /// Writes as much as fits, and returns the number of bytes; throws `.cannotWrite`.
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

    /// Discards what readers wrote: gpsd probes a receiver, and this one does not answer.
    public func discardInput() {
        var part = [UInt8](repeating: 0, count: 512)
        while read(descriptor, &part, part.count) > 0 {}
    }

    /// Discards the line settings of the last reader and the bytes that it did not read.
    public func reset() {
        _ = clinux_pty_reset(path)
    }
}
