internal import LocationModel

/// Compressing a directory of tracks that no recorder writes to, such as one of imported files.
public enum TrackCompression {
    /// Compresses every plain file that is at least `keeping` days (0 or more) older than the newest one, and the newest one
    /// with them where that is 0. Throws ``TrackError/Code/locked`` where a recorder writes there: it compresses by itself.
    public static func compress(
        directory path: String, keeping days: Int, fileSystem: any TrackFileSystem = SystemFileSystem(),
        _ report: (TrackFileName) -> Void
    ) throws(TrackError) {
        var directory = TrackDirectory(path: path, fileSystem: fileSystem)
        // Asked first, because a directory that is missing must not be made.
        let names = try directory.names()
        try directory.prepare()
        defer { directory.release() }
        guard let newest = names.last else { return }
        for name in names where name.compression == nil {
            guard newest.day.daysSince1970 - name.day.daysSince1970 >= max(days, 0) else { continue }
            do throws(SystemCallError) {
                var job = try PackingJob(name, in: path, fileSystem)
                defer { job.close() }
                while try job.step() == false {}
            } catch {
                throw TrackError(error, path: directory.path + "/\(name)")
            }
            report(name)
        }
    }
}
