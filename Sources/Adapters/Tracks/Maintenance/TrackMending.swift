internal import SystemSupport

/// Repairs the ends of track files without recording, as a writer does with the file that it continues.
public enum TrackMending {
    /// Makes plain files of a directory end with a complete line: all files, or only the given ones. What is cut off is
    /// appended to `….torn` beside each file and reported. Lines in the middle of a file stay unchanged.
    ///
    /// Returns the files that are not tracks; they stay unchanged. Throws ``TrackError/Code/locked`` if a recorder
    /// writes to the directory, because it repairs its own file, and ``TrackError/Code/missing`` if a given file does
    /// not exist.
    public static func repair(
        directory path: String, files wanted: [TrackFileName]? = nil, report: (TrackRepair) -> Void
    ) throws(TrackError) -> [TrackFileName] {
        let fileSystem = SystemFileSystem()
        var directory = TrackDirectory(path: path, fileSystem: fileSystem)
        // List first: a missing directory must not be created.
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
