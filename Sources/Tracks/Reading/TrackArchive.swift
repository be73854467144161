public import SystemSupport

/// A directory of track files, for reading only: nothing is locked or written.
public struct TrackArchive: Sendable {
    /// The directory.
    public let directory: String
    let fileSystem: any FileSystem

    /// Creates an archive of a directory, which need not exist yet.
    public init(directory: String, fileSystem: any FileSystem = SystemFileSystem()) {
        self.directory = directory
        self.fileSystem = fileSystem
    }

    /// All track files, the oldest first. While a part is being compressed, both its files exist for a moment; only the
    /// plain one is listed.
    public func files() throws(TrackError) -> [TrackFileName] {
        var newest: [TrackFileName] = []
        do throws(SystemCallError) {
            for name in try fileSystem.names(in: directory).compactMap({ TrackFileName($0) }).sorted() {
                // The plain one sorts last.
                if let last = newest.last, last.day == name.day, last.part == name.part { newest.removeLast() }
                newest.append(name)
            }
        } catch {
            throw TrackError(error, path: directory)
        }
        return newest
    }

    /// The files that may contain records of an interval, the oldest first; see ``TrackCatalog/files(in:)``.
    public func files(in interval: TrackInterval) throws(TrackError) -> [TrackFileName] {
        var catalog = try TrackCatalog(self)
        return catalog.files(in: interval)
    }

    /// The path of a file.
    public func path(of name: TrackFileName) -> String { "\(directory)/\(name)" }

    /// The size of a file in bytes.
    public func size(of name: TrackFileName) throws(TrackError) -> Int64 {
        do throws(SystemCallError) {
            return try fileSystem.status(at: path(of: name)).size
        } catch {
            throw TrackError(error, path: path(of: name))
        }
    }
}
