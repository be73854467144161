internal import Glibc
internal import LocationModel
internal import SystemSupport

/// One open track file. It appends complete lines or none, and knows which of its lines are not on the disk yet.
struct TrackFile {
    /// Whether a file is still as we left it.
    enum Standing {
        case same
        /// Renamed, removed or replaced: the name belongs to another file.
        case moved
        /// Longer or shorter than we left it.
        case changed
    }

    /// The maximum number of unsynced bytes in memory, to write them again if the sync fails.
    static let maximumUnsyncedBytes = 4 << 20

    /// The number of bytes that may be unsynced at the end of a file of an earlier run: some 300 lines.
    private static let distrustedBytes: Int64 = 64 << 10

    let name: TrackFileName
    let isNew: Bool
    let repair: TrackRepair?
    private let path: String
    private let descriptor: Int32
    private let identity: FileStatus.Identity
    /// Tells when the name may have changed; `nil` where nothing can.
    private let watch: Int32?
    private let keepsUnsynced: Bool

    /// The number of bytes of complete lines.
    private(set) var length: Int64
    /// The time of the last record.
    private(set) var lastTimestamp: Timestamp?
    /// Whether a header must come before the next record.
    private(set) var needsHeader = true
    /// Lines that the kernel has, but that may not be on the disk.
    private(set) var unsyncedLines = 0
    private var unsynced: [UInt8] = []
    /// Lines that are not synced and no longer in memory.
    private var forgottenLines = 0
    private var hasPartialLine = false
    /// Whether the watch saw something that was not looked into yet.
    private var mayHaveMoved = false
    private var lastSyncFailed = false

    var unsyncedBytes: Int { unsynced.count }
    var device: UInt64 { identity.device }
    /// Whether anything in it may not be on the disk: new lines, or lines of an earlier run.
    var needsSync: Bool { unsyncedLines > 0 || lastSyncFailed }

    /// Opens or creates a file and repairs its end. `nil` if the name belongs to something that locd may not write.
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
        // Before the name is looked up: what happens to it from then on is not missed.
        watch = fileSystem.watchName(of: path)
        do throws(SystemCallError) {
            let status = try fileSystem.status(of: descriptor)
            let named = try fileSystem.status(at: path)
            // A link or a pipe with the name of a track is a mistake or an attack.
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
            if let watch { fileSystem.close(watch) }
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

    /// Makes the file end with a complete line; returns its length then.
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
            // What is torn is near the end of the file, or zeros.
            let end = min(size, start + Int64(TrackFileEnd.windows[1]))
            try TrackRepair.keep(descriptor, from: start, to: end, in: path + ".torn", fileSystem)
            try fileSystem.truncate(descriptor, to: start)
            return (start, TrackRepair(file: "\(name)", bytesCut: Int(size - start), keptIn: "\(name).torn"))
        }
    }

    /// An earlier run may have ended after a failed sync. Then the kernel treats pages as clean that are not on the
    /// disk, and our own syncs would confirm lines behind a hole. So the first sync writes the existing end once more.
    private mutating func distrust(_ fileSystem: any FileSystem) throws(SystemCallError) {
        guard keepsUnsynced, length > 0 else { return }
        let count = Int(min(length, Self.distrustedBytes))
        unsynced = try TrackFileEnd.read(descriptor, at: length - Int64(count), count: count, fileSystem)
        lastSyncFailed = true
    }

    func teach(_ search: inout TrackTailSearch, _ fileSystem: any FileSystem) throws(TrackError) {
        search.begin(with: "\(name)", repair: repair)
        do throws(SystemCallError) {
            if length > 0 { try search.learn(from: descriptor, size: length, fileSystem) }
        } catch {
            throw TrackError(error, path: path)
        }
    }

    /// Cuts off what a failed write may have left, and checks whether another program changed the file.
    ///
    /// - Parameter looksUpName: Looks the name up in any case. Otherwise that is done only if the file's watch has seen
    ///   something, as it costs more than the line that is written then.
    mutating func check(looksUpName: Bool, _ fileSystem: any FileSystem) throws(TrackError) -> Standing {
        do throws(SystemCallError) {
            if hasPartialLine {
                do throws(SystemCallError) {
                    try fileSystem.truncate(descriptor, to: length)
                    hasPartialLine = false
                } catch {
                    // An append-only file (chattr +a) can never be repaired: leave it alone, and continue in the next
                    // part.
                    if error.number == EPERM { return .changed }
                    throw error
                }
            }
            if watch.map(fileSystem.hasChangedName) ?? true { mayHaveMoved = true }
            guard mayHaveMoved || looksUpName else {
                return try fileSystem.status(of: descriptor).size == length ? .same : .changed
            }
            let named = try fileSystem.status(at: path)
            mayHaveMoved = false
            guard named.kind == .regular, named.identity == identity else { return .moved }
            return named.size == length ? .same : .changed
        } catch {
            if error.number == ENOENT || error.number == ENOTDIR { return .moved }
            throw TrackError(error, path: path)
        }
    }

    /// Appends a batch with one write, or with more if the kernel takes less at once. After an error, everything beyond
    /// the last complete line is cut off again. Returns the number of lines of the batch in the file.
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
        // The kernel may have taken more than it reported. If truncating fails too, the next check does it.
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

    /// Syncs all lines to disk. After a failed sync Linux treats the pages as clean, so that a second one would succeed
    /// and prove nothing: the lines are written once more, in place, before it counts. Returns the number of lines that
    /// are not guaranteed to be on the disk, because they were no longer in memory.
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

    mutating func close(_ fileSystem: any FileSystem) {
        if hasPartialLine { try? fileSystem.truncate(descriptor, to: length) }
        fileSystem.close(descriptor)
        if let watch { fileSystem.close(watch) }
    }
}

extension FileSystem {
    /// Creates a file of the track with mode 0640: the group reads tracks.
    func createTrackFile(_ path: String) throws(SystemCallError) -> Int32 { try create(path, mode: 0o640) }
}
