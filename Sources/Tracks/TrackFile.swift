internal import Glibc
internal import LocationModel
internal import SystemSupport

/// One open track file: appends whole lines or none, and knows what of it is not on the disk yet.
struct TrackFile {
    /// Whether a file is still what we left.
    enum Standing {
        case same
        /// Renamed, removed or replaced: the name is no longer this file's.
        case moved
        /// Longer or shorter than we left it.
        case changed
    }

    /// As much of what is not synced stays in memory, so that it can be written once more if the sync fails.
    static let maximumUnsyncedBytes = 4 << 20

    /// What may be unsynced at the end of a file that an earlier run left: some 300 lines.
    private static let distrustedBytes: Int64 = 64 << 10

    let name: TrackFileName
    let isNew: Bool
    let repair: TrackRepair?
    private let path: String
    private let descriptor: Int32
    private let identity: FileStatus.Identity
    private let keepsUnsynced: Bool

    /// Bytes of whole lines.
    private(set) var length: Int64
    /// The time of the last record.
    private(set) var lastTimestamp: Timestamp?
    /// Whether a header must come before the next record.
    private(set) var needsHeader = true
    /// Lines that are with the kernel, and may not be on the disk.
    private(set) var unsyncedLines = 0
    private var unsynced: [UInt8] = []
    /// Lines that are not synced and no longer in memory.
    private var forgottenLines = 0
    private var hasPartialLine = false
    private var lastSyncFailed = false

    var unsyncedBytes: Int { unsynced.count }
    /// Whether anything in it may not be on the disk: what was written, or what an earlier run left.
    var needsSync: Bool { unsyncedLines > 0 || lastSyncFailed }

    /// Opens or makes a file and repairs its end. `nil` where the name belongs to something that is not ours to write.
    static func open(
        _ name: TrackFileName, in directory: String, keepsUnsynced: Bool, _ fileSystem: any FileSystem
    ) throws(TrackError) -> TrackFile? {
        let path = "\(directory)/\(name)"
        do throws(SystemCallError) {
            return try TrackFile(name, path, keepsUnsynced, fileSystem)
        } catch {
            if notOurs.contains(error.number) { return nil }
            throw TrackError(error, path: path)
        }
    }

    /// The kernel's errors for a name that belongs to another user, a directory or a running program.
    private static let notOurs: Set<Int32> = [EACCES, EPERM, EISDIR, ELOOP, ETXTBSY, ENXIO, ENODEV, EEXIST]

    private init(
        _ name: TrackFileName, _ path: String, _ keepsUnsynced: Bool, _ fileSystem: any FileSystem
    ) throws(SystemCallError) {
        self.name = name
        self.path = path
        self.keepsUnsynced = keepsUnsynced
        (descriptor, isNew) = try Self.openOrCreate(path, fileSystem)
        do throws(SystemCallError) {
            let status = try fileSystem.status(of: descriptor)
            let named = try fileSystem.status(at: path)
            // A link or a pipe under the name of a track is a mistake or an attack.
            guard status.kind == .regular, named.identity == status.identity else {
                throw SystemCallError("open", EEXIST)
            }
            identity = status.identity
            (length, repair) = try Self.mend(descriptor, name, path, size: status.size, fileSystem)
            var search = TrackTailSearch()
            if length > 0 { try search.learn(from: descriptor, size: length, fileSystem) }
            lastTimestamp = search.tail.lastTimestamp
            try distrust(fileSystem)
        } catch {
            fileSystem.close(descriptor)
            throw error
        }
    }

    private static func openOrCreate(
        _ path: String, _ fileSystem: any FileSystem
    ) throws(SystemCallError) -> (Int32, Bool) {
        do throws(SystemCallError) {
            return (try fileSystem.openForAppending(path), false)
        } catch {
            guard error.number == ENOENT else { throw error }
            return (try fileSystem.createTrackFile(path), true)
        }
    }

    /// Makes the file end with a whole line; returns its length then.
    private static func mend(
        _ descriptor: Int32, _ name: TrackFileName, _ path: String, size: Int64, _ fileSystem: any FileSystem
    ) throws(SystemCallError) -> (Int64, TrackRepair?) {
        switch try TrackRepair.inspect(descriptor, size: size, fileSystem) {
        case .whole: return (size, nil)
        case .foreign: throw SystemCallError("open", EEXIST)
        case .unterminated:
            let newline: [UInt8] = [UInt8(ascii: "\n")]
            let count = try newline.withUnsafeBufferPointer { (bytes) throws(SystemCallError) in
                try fileSystem.append(bytes, to: descriptor)
            }
            guard count == 1 else { throw SystemCallError("write", EIO) }
            return (size + 1, nil)
        case .torn(let start):
            try TrackRepair.keep(descriptor, from: start, to: size, in: path + ".torn", fileSystem)
            try fileSystem.truncate(descriptor, to: start)
            return (start, TrackRepair(file: "\(name)", bytesCut: Int(size - start), keptIn: "\(name).torn"))
        }
    }

    /// A run that ended badly may have ended after a failed sync: then the kernel takes for clean what is not on the disk,
    /// and our own syncs would vouch for lines behind a hole. So the end that we found is written once more, with the
    /// first sync.
    private mutating func distrust(_ fileSystem: any FileSystem) throws(SystemCallError) {
        guard keepsUnsynced, length > 0 else { return }
        let count = Int(min(length, Self.distrustedBytes))
        unsynced = try TrackFileEnd.read(descriptor, at: length - Int64(count), count: count, fileSystem)
        lastSyncFailed = true
    }

    /// Learns the end of the track from this file.
    func teach(_ search: inout TrackTailSearch, _ fileSystem: any FileSystem) throws(TrackError) {
        search.begin(with: "\(name)", repair: repair)
        do throws(SystemCallError) {
            if length > 0 { try search.learn(from: descriptor, size: length, fileSystem) }
        } catch {
            throw TrackError(error, path: path)
        }
    }

    /// Cuts off what a failed write may have left, and checks whether another program changed the file.
    mutating func check(_ fileSystem: any FileSystem) throws(TrackError) -> Standing {
        do throws(SystemCallError) {
            if hasPartialLine {
                do throws(SystemCallError) {
                    try fileSystem.truncate(descriptor, to: length)
                    hasPartialLine = false
                } catch {
                    // An append-only file (chattr +a) never will be: let it be, and go on in the next part.
                    if error.number == EPERM { return .changed }
                    throw error
                }
            }
            let named = try fileSystem.status(at: path)
            guard named.kind == .regular, named.identity == identity else { return .moved }
            return named.size == length ? .same : .changed
        } catch {
            if error.number == ENOENT || error.number == ENOTDIR { return .moved }
            throw TrackError(error, path: path)
        }
    }

    /// Appends a batch with one write, or with more where the kernel takes less at once. What was taken beyond the last
    /// whole line when an error came is cut off again. Returns how many lines of the batch are in the file.
    mutating func append(
        _ output: TrackOutput, _ fileSystem: any FileSystem
    ) -> (lines: Int, failure: TrackError?) {
        var done = 0
        var failure: SystemCallError?
        output.bytes.withUnsafeBufferPointer { bytes in
            while done < bytes.count {
                do throws(SystemCallError) {
                    let rest = UnsafeBufferPointer<UInt8>(rebasing: bytes[done...])
                    let count = try fileSystem.append(rest, to: descriptor)
                    guard count > 0 else { throw SystemCallError("write", EIO) }
                    done += count
                } catch {
                    failure = error
                    return
                }
            }
        }
        let lines = output.lines(within: done)
        if let last = output.last(of: lines) {
            length += Int64(last.end)
            lastTimestamp = last.timestamp
            needsHeader = false
            remember(output.bytes[..<last.end], lines: lines)
        }
        guard let failure else { return (lines, nil) }
        // The kernel may have taken more than it said. If cutting fails too, the next check does it.
        hasPartialLine = true
        if (try? fileSystem.truncate(descriptor, to: length)) != nil { hasPartialLine = false }
        return (lines, TrackError(failure, path: path))
    }

    private mutating func remember(_ bytes: ArraySlice<UInt8>, lines: Int) {
        guard keepsUnsynced else { return }
        if unsynced.count + bytes.count > Self.maximumUnsyncedBytes {
            forgottenLines = unsyncedLines
            unsynced.removeAll()
        }
        if bytes.count <= Self.maximumUnsyncedBytes {
            unsynced.append(contentsOf: bytes)
        } else {
            forgottenLines += lines
        }
        unsyncedLines += lines
    }

    /// Brings all lines to the disk. After a failed sync Linux takes the pages for clean, so that a second one would
    /// succeed and prove nothing: the lines are written once more, over themselves, before it counts.
    /// Returns how many lines cannot be vouched for, because they were no longer in memory to be written again.
    mutating func synchronize(_ fileSystem: any FileSystem) throws(TrackError) -> Int {
        do throws(SystemCallError) {
            var doubtful = 0
            if lastSyncFailed {
                doubtful = forgottenLines
                let status = try fileSystem.status(of: descriptor)
                if status.size == length {
                    try unsynced.withUnsafeBufferPointer { (bytes) throws(SystemCallError) in
                        try fileSystem.overwrite(bytes, at: length - Int64(bytes.count), in: descriptor)
                    }
                } else {
                    doubtful = unsyncedLines
                }
            }
            try fileSystem.synchronize(descriptor)
            lastSyncFailed = false
            unsyncedLines = 0
            forgottenLines = 0
            unsynced.removeAll(keepingCapacity: unsynced.count <= 64 << 10)
            return doubtful
        } catch {
            lastSyncFailed = true
            throw TrackError(error, path: path)
        }
    }

    /// Lets go of the file.
    mutating func close(_ fileSystem: any FileSystem) {
        if hasPartialLine { try? fileSystem.truncate(descriptor, to: length) }
        fileSystem.close(descriptor)
    }
}
