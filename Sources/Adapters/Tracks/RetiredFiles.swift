import SystemSupport

/// Files that the writer left, because of rotation or because somebody moved them, and whose sync failed: they wait for
/// a sync that succeeds. Recording does not wait with them, and their number is limited.
struct RetiredFiles {
    private static let maximum = 4

    private var files: [TrackFile] = []

    var isEmpty: Bool { files.isEmpty }
    /// Lines that may not be on the disk.
    var unsyncedLines: Int { files.reduce(0) { $0 + $1.unsyncedLines } }

    /// Adds a file. If that is one too many, closes the oldest; returns the number of its lines that are not guaranteed
    /// to be on the disk.
    mutating func add(_ file: TrackFile, _ fileSystem: any FileSystem) -> Int {
        files.append(file)
        return files.count > Self.maximum ? giveUpOldest(fileSystem) : 0
    }

    /// Syncs and closes the files, the oldest first, up to one whose sync fails. `note` receives for each the number of
    /// lines that are not guaranteed to be on the disk.
    mutating func synchronize(_ fileSystem: any FileSystem, note: (Int) -> Void) throws(TrackError) {
        while var oldest = files.first {
            do throws(TrackError) {
                note(try oldest.synchronize(fileSystem))
            } catch {
                files[0] = oldest
                throw error
            }
            oldest.close(fileSystem)
            files.removeFirst()
        }
    }

    /// Closes all files; returns the number of lines that are not guaranteed to be on the disk.
    mutating func giveUpAll(_ fileSystem: any FileSystem) -> Int {
        var lines = 0
        while !files.isEmpty { lines += giveUpOldest(fileSystem) }
        return lines
    }

    private mutating func giveUpOldest(_ fileSystem: any FileSystem) -> Int {
        guard var oldest = files.first else { return 0 }
        files.removeFirst()
        oldest.close(fileSystem)
        return oldest.unsyncedLines
    }
}
