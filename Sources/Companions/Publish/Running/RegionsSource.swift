internal import Glibc
internal import LocationModel
internal import LocdConfiguration

/// The regions file, read again whenever it changes. While it cannot be read nobody knows what is private: nor while a
/// file that made something private is away for a moment, as when an editor replaces it.
struct RegionsSource {
    /// How long a file that made something private may be away.
    private static let absence = Duration.seconds(60)

    private let path: String
    private var version: [Int]??
    private var hidesSomething = false
    private var goneAt: Duration?

    /// The file at a path, which need not be there.
    init(path: String) {
        self.path = path
    }

    /// The regions if they changed since the last time, or are asked for the first time. `now`: a monotonic instant.
    mutating func changes(at now: Duration = .zero) throws(SinkFailure) -> [Region]? {
        let present = Self.version(of: path)
        if let version, version == present { return nil }
        let regions: [Region]
        do throws(RegionsFileError) {
            regions = try RegionsFile.regions(at: path) ?? []
        } catch {
            (version, goneAt) = (nil, nil)
            throw SinkFailure(
                .regions, "it is not known what is private: \(error.problem)",
                "nothing is sent until \(path) can be read")
        }
        if hidesSomething, present == nil || Self.version(of: path) != present {
            goneAt = goneAt ?? now
            guard present == nil, let goneAt, now - goneAt >= Self.absence else {
                version = nil
                throw SinkFailure(
                    .regions, "it is not known what is private: \(path) is gone",
                    "put it back; after a minute without it nothing is private")
            }
        }
        goneAt = nil
        version = .some(present)
        hidesSomething = regions.contains { $0.privacy != nil }
        return regions
    }

    private static func version(of path: String) -> [Int]? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return [
            Int(bitPattern: status.st_dev), Int(bitPattern: status.st_ino), status.st_size, status.st_mtim.tv_sec,
            status.st_mtim.tv_nsec,
        ]
    }
}
