internal import LocationModel
internal import SystemSupport

/// The directory of the tracks: its lock, the choice of the file, and the link to it.
struct TrackDirectory {
    private static let newLink = ".current.jsonl.new"
    /// The maximum number of parts of a day that may belong to other users before the directory counts as inaccessible.
    private static let maximumTries = 16

    let path: String
    private let fileSystem: any FileSystem
    private var lock: DirectoryLock?

    init(path: String, fileSystem: any FileSystem) {
        self.path = path
        self.fileSystem = fileSystem
    }

    /// Creates the directory if it is missing, and locks it. A directory that was removed or replaced is locked again.
    mutating func prepare() throws(TrackError) {
        if let lock, lock.isInPlace { return }
        release()
        do throws(SystemCallError) {
            try fileSystem.makeDirectory(path)
        } catch {
            // A read-only or foreign parent may refuse before it checks whether the directory exists.
            guard (try? fileSystem.status(at: path)) != nil else { throw TrackError(error, path: path) }
        }
        let outcome: DirectoryLock.Outcome
        do throws(SystemCallError) {
            outcome = try DirectoryLock.take("\(path)/.lock", mode: 0o640, fileSystem: fileSystem)
        } catch {
            throw TrackError(error, path: path)
        }
        switch outcome {
        case .taken(let taken): lock = taken
        case .held(let holder): throw TrackError(.locked, path: path, holder: holder)
        }
    }

    mutating func release() {
        lock?.release()
        lock = nil
    }

    /// The track files, the oldest first.
    func names() throws(TrackError) -> [TrackFileName] {
        do throws(SystemCallError) {
            return try fileSystem.names(in: path).compactMap { TrackFileName($0) }.sorted()
        } catch {
            throw TrackError(error, path: path)
        }
    }

    /// The plain file that `current.jsonl` points to, whether or not it exists.
    func current() -> TrackFileName? {
        guard let target = try? fileSystem.destination(ofLink: path + "/" + TrackFileName.current),
            let name = TrackFileName(target), name.compression == nil
        else { return nil }
        return name
    }

    /// Returns the end of the track, and the file that was written last, repaired and open; `nil` without a writable
    /// one.
    func readTail(keepsUnsynced: Bool) throws(TrackError) -> (TrackTail, TrackFile?) {
        var names = try names().filter { $0.compression == nil }
        if let current = current().flatMap({ names.contains($0) ? $0 : nil }) ?? writtenLast(of: names) {
            // After a glitch in the receiver's time, the file written last may not be that of the latest day. A wrong
            // year stays in the directory: the days below it were written later.
            let isAhead = { Self.isWrongYear(from: current, to: $0) }
            names = names.filter(isAhead) + names.filter { !isAhead($0) && $0 != current } + [current]
        }
        while let last = names.last, isImported(last) { names.removeLast() }
        var search = TrackTailSearch()
        guard let newest = names.last else { return (search.tail, nil) }
        let file = try TrackFile.open(newest, in: path, keepsUnsynced: keepsUnsynced, fileSystem)
        if let file {
            try file.teach(&search, fileSystem)
            names.removeLast()
        }
        for name in names.reversed().prefix(Self.maximumTries) where !search.isComplete && !isImported(name) {
            learn(from: name, &search)
        }
        return (search.tail, file)
    }

    private static func isWrongYear(from name: TrackFileName, to later: TrackFileName) -> Bool {
        later.day.daysSince1970 - name.day.daysSince1970 >= TrackHousekeeping.wrongYear
    }

    /// The file written last by the system's clock, among the latest one and those behind which a year is missing:
    /// without the link to the current file, nothing else tells a wrong year from the right one.
    private func writtenLast(of names: [TrackFileName]) -> TrackFileName? {
        let ends = zip(names, names.dropFirst()).filter(Self.isWrongYear).map(\.0) + names.suffix(1)
        let ours = ends.filter { !isImported($0) }
        let modified = ours.map { (try? fileSystem.status(at: "\(path)/\($0)").modified) ?? .min }
        return zip(ours, modified).max { $0.1 < $1.1 }?.0
    }

    /// Whether a file is an import: it belongs to its owner, is never removed, and is not published.
    private func isImported(_ name: TrackFileName) -> Bool {
        let file = try? TrackPart.Source(path: "\(path)/\(name)", fileSystem: fileSystem)
        return (try? file?.header())?.isImported ?? false
    }

    /// Learns from an older file. A file that cannot be read is ignored.
    private func learn(from name: TrackFileName, _ search: inout TrackTailSearch) {
        do throws(SystemCallError) {
            let descriptor = try fileSystem.openForReading("\(path)/\(name)")
            defer { fileSystem.close(descriptor) }
            let status = try fileSystem.status(of: descriptor)
            guard status.kind == .regular else { return }
            var learned = search
            try learned.learn(from: descriptor, size: status.size, fileSystem)
            search = learned
        } catch {
            return
        }
    }

    /// Whether a line belongs in the open file.
    static func belongs(_ line: TrackBatch.Line, in file: TrackFile, _ configuration: TrackConfiguration) -> Bool {
        switch configuration.rotation {
        case .never: true
        case .daily: line.timestamp.day == file.name.day
        case .size: line.timestamp.day == file.name.day && hasRoom(file, for: line, configuration)
        }
    }

    private static func hasRoom(
        _ file: TrackFile, for line: TrackBatch.Line, _ configuration: TrackConfiguration
    ) -> Bool {
        guard case .size(let limit) = configuration.rotation, file.length > 0 else { return true }
        return file.length + Int64(TrackOutput.size(of: line, in: file, configuration)) <= limit
    }

    /// Opens the file for a line: the last part of its day, or the next part if that is compressed, imported, full, or
    /// not writable by this user. Existing data is never overwritten.
    func open(
        for line: TrackBatch.Line, _ configuration: TrackConfiguration
    ) throws(TrackError) -> TrackFile {
        let day = line.timestamp.day
        let names = try names()
        var candidate = TrackFileName(day: day)
        if configuration.rotation == .never,
            let known = current() ?? names.last(where: { $0.compression == nil && !isImported($0) })
        {
            candidate = known
        } else if let last = names.last(where: { $0.day == day }) {
            candidate = last.compression == nil ? last : last.successor
        }
        for _ in 0..<Self.maximumTries {
            if !isImported(candidate),
                var file = try TrackFile.open(
                    candidate, in: path, keepsUnsynced: configuration.sync != .never, fileSystem)
            {
                if Self.hasRoom(file, for: line, configuration) { return file }
                file.close(fileSystem)
            }
            candidate = candidate.successor
        }
        throw TrackError(.permissionDenied, path: path)
    }

    /// Points `current.jsonl` to a file, atomically. If something else has that name, or the file system has no links,
    /// no link is made: it is a convenience, and must not prevent writing the track.
    func point(to name: TrackFileName) {
        let link = path + "/" + TrackFileName.current
        let new = path + "/" + Self.newLink
        if let status = try? fileSystem.status(at: link) {
            guard status.kind == .link else { return }
            if current() == name { return }
        }
        try? fileSystem.replaceLink(link, to: "\(name)", through: new)
    }

    /// Syncs the file names to disk, if the file system can.
    func synchronize() throws(TrackError) {
        do throws(SystemCallError) {
            try fileSystem.synchronizeNames(in: path)
        } catch {
            throw TrackError(error, path: path)
        }
    }
}
