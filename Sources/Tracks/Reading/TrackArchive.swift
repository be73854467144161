internal import LocationModel
public import SystemSupport

/// A directory of track files, read by whoever may; nothing is locked and nothing written.
public struct TrackArchive: Sendable {
    /// The directory.
    public let directory: String
    let fileSystem: any FileSystem

    /// A directory, which need not be there yet.
    public init(directory: String, fileSystem: any FileSystem = SystemFileSystem()) {
        self.directory = directory
        self.fileSystem = fileSystem
    }

    /// Every track file, the oldest first. Of a part that stands there both plain and compressed, as it does for a moment
    /// while it is compressed, the plain one.
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

    /// The files that may hold records of a stretch of time, the oldest first, chosen by their names and ends.
    ///
    /// A file holds its own day; only one of a track that is not rotated goes on beyond it. Mostly that is until the next
    /// file begins, so the files of the last day before the stretch are among them. What is imported stands between, though:
    /// so are earlier ones whose last lines reach into the stretch, where that can be seen without reading them: plain ones.
    public func files(in interval: TrackInterval) throws(TrackError) -> [TrackFileName] {
        var names = try files()
        // A last moment at midnight is no moment of that day.
        if let to = interval.to { names.removeAll { $0.day.midnight >= to } }
        if let from = interval.from, let before = names.last(where: { $0.day < from.day })?.day {
            names.removeAll { $0.day < before && !reaches($0, from) }
        }
        return names
    }

    /// Whether a plain file goes on until a moment. One that cannot be read is in nobody's way, since it need not.
    private func reaches(_ name: TrackFileName, _ moment: Timestamp) -> Bool {
        guard name.compression == nil else { return false }
        do throws(TrackError) {
            let end = try OpenTrackFile(path: path(of: name), fileSystem: fileSystem).latestTime()
            return end.map { $0 >= moment } ?? false
        } catch {
            return false
        }
    }

    /// Where a file is.
    public func path(of name: TrackFileName) -> String { "\(directory)/\(name)" }

    /// How many bytes a file has.
    public func size(of name: TrackFileName) throws(TrackError) -> Int64 {
        do throws(SystemCallError) {
            return try fileSystem.status(at: path(of: name)).size
        } catch {
            throw TrackError(error, path: path(of: name))
        }
    }
}
