import SystemSupport

/// Files that the writer left, because of rotation or because somebody moved them, and whose sync failed: they wait for
/// a sync that succeeds. Recording does not wait with them, and their number and their time are limited.
struct RetiredFiles {
    private static let maximum = 4
    /// How long a file is tried whose sync fails while others are synced.
    private static let patience = Duration.seconds(300)

    private var files: [(file: TrackFile, failingSince: Duration?)] = []

    var isEmpty: Bool { files.isEmpty }
    /// Lines that may not be on the disk.
    var unsyncedLines: Int { files.reduce(0) { $0 + $1.file.unsyncedLines } }

    /// Adds a file. If that is one too many, closes the oldest; returns the number of its lines that are not guaranteed
    /// to be on the disk.
    mutating func add(_ file: TrackFile, _ fileSystem: any FileSystem) -> Int {
        files.append((file, nil))
        return files.count > Self.maximum ? giveUpOldest(fileSystem) : 0
    }

    /// Syncs and closes the files. One whose sync fails is kept for five minutes, or given up at once if it is not on
    /// the `device` of the file that is being written: what was open on a stick that was pulled out is lost. `note`
    /// receives for each the number of lines that are not guaranteed to be on the disk.
    mutating func synchronize(
        on device: UInt64?, at now: Duration, _ fileSystem: any FileSystem, note: (Int) -> Void
    ) throws(TrackError) {
        var failure: TrackError?
        let tried = files
        files = []
        for (var file, since) in tried {
            do throws(TrackError) {
                note(try file.synchronize(fileSystem))
            } catch {
                let since = since ?? now
                guard now - since >= Self.patience || device ?? file.device != file.device else {
                    failure = failure ?? error
                    files.append((file, since))
                    continue
                }
                note(file.unsyncedLines)
            }
            file.close(fileSystem)
        }
        if let failure { throw failure }
    }

    /// Closes all files; returns the number of lines that are not guaranteed to be on the disk.
    mutating func giveUpAll(_ fileSystem: any FileSystem) -> Int {
        var lines = 0
        while !files.isEmpty { lines += giveUpOldest(fileSystem) }
        return lines
    }

    private mutating func giveUpOldest(_ fileSystem: any FileSystem) -> Int {
        guard var oldest = files.first?.file else { return 0 }
        files.removeFirst()
        oldest.close(fileSystem)
        return oldest.unsyncedLines
    }
}
