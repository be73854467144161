public import LocationModel
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

    /// The last location before an interval; `nil` if none is within a month of it.
    public func lastLocation(before interval: TrackInterval) -> Location? {
        interval.lastLocation { (part) throws(TrackError) in try files(in: part).map(path) }
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

/// The track files of a directory as they were at one moment, for many questions: the directory is read once, and the
/// end of each file at most once.
public struct TrackCatalog: Sendable {
    private let archive: TrackArchive
    private let names: [TrackFileName]
    /// The ends of plain files that were checked: `nil` if unknown.
    private var ends: [TrackFileName: Timestamp?] = [:]

    /// Reads the directory of an archive.
    public init(_ archive: TrackArchive) throws(TrackError) {
        self.archive = archive
        names = try archive.files()
    }

    /// The day of the first file; `nil` if the directory has no file.
    public var firstDay: CivilDate? { names.first?.day }

    /// The files that may contain records of an interval, the oldest first, selected by their names and ends.
    ///
    /// A file contains its own day; only a file of a track that is not rotated continues beyond it, usually until the
    /// next file begins. So the files of the last day before the interval are included. Imported files may lie in
    /// between, so earlier plain files are included too if their last lines reach into the interval; compressed ones
    /// would have to be read.
    public mutating func files(in interval: TrackInterval) -> [TrackFileName] {
        // An interval that ends at midnight contains no moment of that day.
        let wanted = interval.to.map { to in names.prefix { $0.day.midnight < to } } ?? names[...]
        guard let from = interval.from, let before = wanted.last(where: { $0.day < from.day })?.day else {
            return Array(wanted)
        }
        var found: [TrackFileName] = []
        for name in wanted where name.day >= before || reaches(name, from) { found.append(name) }
        return found
    }

    /// Whether a plain file continues until a moment. A file that cannot be read is ignored, because it may not be
    /// needed.
    private mutating func reaches(_ name: TrackFileName, _ moment: Timestamp) -> Bool {
        guard name.compression == nil else { return false }
        if let known = ends[name] { return known.map { $0 >= moment } ?? false }
        var end: Timestamp?
        do throws(TrackError) {
            end = try OpenTrackFile(path: archive.path(of: name), fileSystem: archive.fileSystem).latestTime()
        } catch {
            end = nil
        }
        ends[name] = .some(end)
        return end.map { $0 >= moment } ?? false
    }
}
