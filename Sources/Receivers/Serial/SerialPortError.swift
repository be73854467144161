import Glibc
import LocationModel

/// A serial port that cannot be used.
struct SerialPortError: Error, Hashable, CustomStringConvertible {
    /// The kind of outage that it is.
    let cause: OutageCause
    /// The system's number.
    let code: Int32
    /// What happened, and what to do.
    let description: String

    /// Says what an error number means for a device.
    init(code: Int32, device: String) {
        self.code = code
        let words = String(cString: strerror(code))
        switch code {
        case ENOENT, ENXIO, ENODEV:
            cause = .noDevice
            description = "\(device): \(words); plug the receiver in, or name another device"
        case EACCES, EPERM:
            cause = .permissionDenied
            description = "\(device): \(words); \(Self.remedy(for: device))"
        case EBUSY:
            cause = .busy
            description = "\(device): \(words); another program holds it (gpsd, ModemManager, brltty): stop that first"
        case ENOTTY:
            cause = .deviceError
            description = "\(device) is no serial port; name the receiver's device"
        default:
            cause = .deviceError
            description = "\(device): \(words)"
        }
    }

    /// Names the group that may read the device.
    private static func remedy(for device: String) -> String {
        var status = stat()
        guard stat(device, &status) == 0 else { return "let our user into its folder" }
        guard status.st_mode & S_IRGRP != 0 else { return "its group may not read it: a udev rule must allow it" }
        let user = name(ofUser: geteuid())
        return "join the group '\(name(ofGroup: status.st_gid))': usermod -aG \(name(ofGroup: status.st_gid)) \(user)"
    }

    private static func name(ofGroup identifier: gid_t) -> String {
        var entry = group()
        var found: UnsafeMutablePointer<group>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
            guard let base = buffer.baseAddress, getgrgid_r(identifier, &entry, base, buffer.count, &found) == 0,
                let name: UnsafeMutablePointer<CChar> = found?.pointee.gr_name
            else { return "\(identifier)" }
            return String(cString: name)
        }
    }

    private static func name(ofUser identifier: uid_t) -> String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
            guard let base = buffer.baseAddress, getpwuid_r(identifier, &entry, base, buffer.count, &found) == 0,
                let name: UnsafeMutablePointer<CChar> = found?.pointee.pw_name
            else { return "\(identifier)" }
            return String(cString: name)
        }
    }
}
