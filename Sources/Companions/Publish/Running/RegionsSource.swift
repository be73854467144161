internal import Glibc
internal import LocationModel
internal import LocdConfiguration

/// The regions file, read again whenever it changes. While it cannot be read nobody knows what is private.
struct RegionsSource {
    private struct Version: Hashable {
        var device: UInt
        var inode: UInt
        var size: Int
        var seconds: Int
        var nanoseconds: Int
    }

    private let path: String
    private var version: Version??

    /// The file at a path, which need not be there.
    init(path: String) {
        self.path = path
    }

    /// The regions if they changed since the last time, or are asked for the first time.
    mutating func changes() throws(SinkFailure) -> [Region]? {
        let present = Self.version(of: path)
        if let version, version == present { return nil }
        do throws(RegionsFileError) {
            let regions = try RegionsFile.regions(at: path)
            version = .some(present)
            return regions
        } catch {
            version = nil
            throw SinkFailure(
                .regions, "it is not known what is private: \(error.problem)",
                "nothing is sent until \(path) can be read")
        }
    }

    private static func version(of path: String) -> Version? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Version(
            device: UInt(status.st_dev), inode: UInt(status.st_ino), size: Int(status.st_size),
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }
}
