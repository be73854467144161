public import SystemSupport

/// Repairing the ends of track files without recording: what a writer does with the file that it goes on in, for all of them.
public enum TrackMending {
    /// Makes plain files of a directory end with a whole line: all of them, or those that are named and there. What is cut
    /// off is added to `….torn` beside each, and told. Lines in the middle of a file stay as they are.
    ///
    /// Throws ``TrackError/Code/locked`` where a recorder writes there: it repairs its own file itself. A file that is no
    /// track is left alone; the names of those are returned.
    public static func repair(
        directory path: String, files wanted: [TrackFileName]? = nil,
        fileSystem: any FileSystem = SystemFileSystem(), report: (TrackRepair) -> Void
    ) throws(TrackError) -> [TrackFileName] {
        var directory = TrackDirectory(path: path, fileSystem: fileSystem)
        // Asked first, because a directory that is missing must not be made.
        let names = try directory.names().filter { $0.compression == nil && wanted?.contains($0) ?? true }
        if let missing = wanted?.first(where: { !names.contains($0) }) {
            throw TrackError(.missing, path: "\(path)/\(missing)")
        }
        try directory.prepare()
        defer { directory.release() }
        var foreign: [TrackFileName] = []
        for name in names {
            guard var file = try TrackFile.open(name, in: path, keepsUnsynced: true, fileSystem) else {
                foreign.append(name)
                continue
            }
            defer { file.close(fileSystem) }
            guard let repair = file.repair else { continue }
            _ = try file.synchronize(fileSystem)
            report(repair)
        }
        return foreign
    }
}
