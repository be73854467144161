import SystemSupport

/// Files that were left, because of rotation or because somebody moved them, and whose sync failed: they wait for one that
/// works. Recording does not wait with them, and a few of them must do.
struct RetiredFiles {
    private static let maximum = 4

    private var files: [TrackFile] = []

    var isEmpty: Bool { files.isEmpty }
    /// Lines that may not be on the disk.
    var unsyncedLines: Int { files.reduce(0) { $0 + $1.unsyncedLines } }

    /// Takes one more file. Where that is one too many, lets go of the oldest; returns how many lines of it cannot be vouched
    /// for.
    mutating func add(_ file: TrackFile, _ fileSystem: any FileSystem) -> Int {
        files.append(file)
        return files.count > Self.maximum ? giveUpOldest(fileSystem) : 0
    }

    /// Syncs and closes them, the oldest first, up to one whose sync fails. `note` hears of each how many lines cannot be
    /// vouched for.
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

    /// Lets go of all; returns how many lines cannot be vouched for.
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
