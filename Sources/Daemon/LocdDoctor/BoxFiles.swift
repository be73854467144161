import Glibc
import SystemSupport

/// The files of this computer.
package enum BoxFiles {
    /// No file that the doctor reads is larger; the beginning of a larger one is enough.
    private static let limit = 1 << 20

    package static func text(_ path: String) -> String? {
        (try? BoundedFile.prefix(of: path, count: limit)).map { String(decoding: $0, as: UTF8.self) }
    }

    package static func names(_ directory: String) -> [String]? { try? SystemFileSystem().names(in: directory) }

    static func target(_ link: String) -> String? { try? SystemFileSystem().destination(ofLink: link) }

    static func resolved(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    static func file(_ path: String) -> BoxFile? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let kind: BoxFile.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFCHR: .characterDevice
            default: .other
            }
        var file = BoxFile(kind: kind, mode: status.st_mode & 0o777, user: status.st_uid, group: status.st_gid)
        // The parts of the kernel's device number, as glibc packs them.
        let device = status.st_rdev
        file.major = UInt32(truncatingIfNeeded: device >> 8 & 0xFFF | device >> 32 & ~0xFFF)
        file.minor = UInt32(truncatingIfNeeded: device & 0xFF | device >> 12 & ~0xFF)
        file.fileSystem = UInt64(truncatingIfNeeded: status.st_dev)
        file.isReadable = access(path, R_OK) == 0
        file.isWritable = access(path, W_OK) == 0
        return file
    }

    static func space(_ path: String) -> BoxSpace? {
        var figures = statvfs()
        guard statvfs(path, &figures) == 0 else { return nil }
        let (free, overflow) = UInt64(figures.f_bavail).multipliedReportingOverflow(by: UInt64(figures.f_frsize))
        return BoxSpace(
            free: overflow ? .max : free, freeFiles: figures.f_files == 0 ? nil : UInt64(figures.f_favail),
            isReadOnly: figures.f_flag & 1 != 0)
    }
}
