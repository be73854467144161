internal import LocationModel
public import SystemSupport

/// Compresses a directory of tracks that no recorder writes to, such as imported files.
public enum TrackCompression {
    /// Compresses every plain file that is at least `keeping` days (0 or more) older than the newest one; with 0, the
    /// newest one too. `report` receives each file when it is compressed, or with the error if it stays plain;
    /// `progress` receives the number of plain bytes now and then. Throws ``TrackError/Code/locked`` if a recorder
    /// writes to the directory: it compresses by itself.
    public static func compress(
        directory path: String, keeping days: Int, fileSystem: any FileSystem = SystemFileSystem(),
        progress: (_ bytes: Int64, _ total: Int64) -> Void, report: (TrackFileName, TrackError?) -> Void
    ) throws(TrackError) {
        var directory = TrackDirectory(path: path, fileSystem: fileSystem)
        // List first: a missing directory must not be created.
        let names = try directory.names()
        try directory.prepare()
        defer { directory.release() }
        guard let newest = names.last else { return }
        let due = names.filter {
            $0.compression == nil && newest.day.daysSince1970 - $0.day.daysSince1970 >= max(days, 0)
        }
        let total = due.reduce(0) { $0 + ((try? fileSystem.status(at: "\(path)/\($1)"))?.size ?? 0) }
        var done: Int64 = 0
        for name in due {
            do throws(SystemCallError) {
                var job = try PackingJob(name, in: path, fileSystem)
                defer { job.close() }
                while try job.step() == false { progress(done + job.offset, total) }
                done += job.offset
                report(name, nil)
            } catch {
                report(name, TrackError(error, path: "\(path)/\(name)"))
            }
        }
    }
}
