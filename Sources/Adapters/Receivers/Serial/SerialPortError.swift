import Glibc
import LocationModel
import SystemSupport

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
        let words = SystemCallError.message(of: code)
        switch code {
        case ENOENT, ENXIO, ENODEV:
            // What to do depends on whether it was there before: the cause has the remedy.
            cause = .noDevice
            description = "\(device): \(words)"
        case EPERM:
            // What the mode of the file forbids is EACCES.
            cause = .permissionDenied
            description = "\(device): \(words); allow it in the unit (DeviceAllow=), or to the container"
        case EACCES:
            cause = .permissionDenied
            description = "\(device): \(words); \(Self.remedy(for: device))"
        case EBUSY:
            cause = .busy
            description =
                "\(device): \(words); another program holds it (gpsd, ModemManager, brltty): stop that program first"
        case ENOTTY:
            // A folder or a file in the device's place, as containers and shells leave them.
            cause = .noDevice
            description = "\(device) is not a serial port; name the receiver's device"
        default:
            cause = .deviceError
            description = "\(device): \(words)"
        }
    }

    private static func remedy(for device: String) -> String {
        var status = stat()
        guard stat(device, &status) == 0 else { return "allow the user of locd to enter its directory" }
        guard status.st_mode & S_IRGRP != 0 else { return "its group cannot read it: allow it with a udev rule" }
        let user = SystemUser(SystemUser.current)?.name ?? "\(SystemUser.current)"
        let group = SystemGroup(status.st_gid)?.name ?? "\(status.st_gid)"
        return "join the group '\(group)': usermod -aG \(group) \(user)"
    }
}
