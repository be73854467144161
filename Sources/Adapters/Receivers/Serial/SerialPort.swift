import CLinux
import Glibc

/// An open serial port, for reading only, ours alone; closed when it goes.
struct SerialPort: ~Copyable {
    /// What to poll for `POLLIN`.
    let descriptor: Int32
    private let device: String

    enum Reading {
        /// So many bytes.
        case bytes(Int)
        case nothing
        /// The device is gone: end of file, or an error.
        case gone(Int32)
    }

    /// Opens a device at a speed. Never waits: neither for a carrier nor for a writer.
    init(device: String, baud: Int) throws(SerialPortError) {
        let descriptor = open(device, O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SerialPortError(code: errno, device: device) }
        // From here on the descriptor is closed by hand: a thrown error runs no deinit before all is stored.
        guard clinux_serial_configure(descriptor, UInt32(clamping: baud)) == 0,
            clinux_serial_claim(descriptor) == 0
        else {
            let code = errno
            close(descriptor)
            throw SerialPortError(code: code, device: device)
        }
        self.device = device
        self.descriptor = descriptor
    }

    deinit {
        clinux_serial_release(descriptor)
        close(descriptor)
    }

    /// Changes the speed, and throws away what came at the old one.
    borrowing func listen(atBaud baud: Int) throws(SerialPortError) {
        guard clinux_serial_configure(descriptor, UInt32(clamping: baud)) == 0 else {
            throw SerialPortError(code: errno, device: device)
        }
    }

    borrowing func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .gone(0) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothing
            case let code: return .gone(code)
            }
        }
    }
}
