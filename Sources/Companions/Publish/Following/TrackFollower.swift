package import LocationModel
package import Tracks

/// Reads a directory of track files from given positions on, in the order of time, and goes on when files grow, appear,
/// are compressed, repaired or removed.
package final class TrackFollower {
    /// How a file stands in the directory.
    private struct Entry {
        var name: TrackFileName
        var size: Int64
        /// Unpacked, if that is known.
        var plainSize: Int64?
    }

    /// Where reading resumes, and where else it may.
    private var positions: [TrackFileName: [SinkPosition]]
    private let archive: TrackArchive
    /// Files of earlier days are not read.
    var oldest: CivilDate?
    private let readsImported: Bool
    private var entries: [TrackFileName: Entry] = [:]
    /// Files with lines that were not read yet, as far as is known.
    private var unread: Set<TrackFileName> = []
    private var isImported: [TrackFileName: Bool] = [:]
    private var reader: TrackReader?
    private var open: TrackFileName?
    /// What waits is counted up to this, and estimated beyond.
    private static let countedBytes: Int64 = 1 << 20
    private var linesRead = 0
    private var bytesRead: Int64 = 0

    /// What is wrong with files that cannot be read.
    package private(set) var problems: [TrackFileName: TrackError] = [:]
    /// The lines that could not be used, and the latest of them in words; `nil` without any.
    package private(set) var malformed: (count: Int, latest: String)?
    /// Files that were removed before they were read to their end.
    package private(set) var vanished = 0
    /// Files in which the acknowledged line was not found: they are read from their beginning.
    package private(set) var restarted = 0

    /// A follower. `positions`: of each file the acknowledged ones, the latest last.
    package init(
        _ archive: TrackArchive, positions: [TrackFileName: [SinkPosition]], oldest: CivilDate? = nil,
        readsImported: Bool = false
    ) {
        self.archive = archive
        self.positions = positions
        self.oldest = oldest
        self.readsImported = readsImported
    }

    /// Looks what is in the directory. Returns the files whose place is given up: the oldest of very many that are
    /// gone. The place of others is kept, since they may be on a disk that is not mounted now.
    ///
    /// - Throws: What the system says of the directory; one that is not there yet is empty.
    @discardableResult
    package func rescan() throws(TrackError) -> [TrackFileName] {
        var found: [TrackFileName: Entry] = [:]
        do throws(TrackError) {
            for name in try archive.files() where oldest.map({ name.day >= $0 }) ?? true {
                guard let size = try? archive.size(of: name) else { continue }
                found[name.plain] = Entry(name: name, size: size, plainSize: entries[name.plain]?.plainSize)
            }
        } catch {
            guard error.code == .missing else { throw error }
        }
        for file in entries.keys where found[file] == nil {
            if unread.remove(file) != nil, !found.isEmpty { vanished += 1 }
            isImported[file] = nil
            problems[file] = nil
            if open == file { close() }
        }
        let gone = positions.keys.filter { found[$0] == nil }.sorted().dropLast(CursorText.maximumGone)
        for file in gone { positions[file] = nil }
        for (file, entry) in found {
            if let old = entries[file], old.name != entry.name || entry.size < old.size {
                found[file]?.plainSize = nil
                if open == file { close() }
            }
            if problems[file]?.isLasting ?? false, entries[file]?.size == entry.size { continue }
            problems[file] = nil
            if isUnread(entry) { unread.insert(file) }
        }
        entries = found
        return Array(gone)
    }

    private func isUnread(_ entry: Entry) -> Bool {
        guard let known = positions[entry.name.plain], let position = known.last else { return entry.size > 0 }
        guard entry.name.compression == nil else { return position.packedSize != entry.size }
        // One of the latest files may have lost lines with the power, and have got others since: its size says nothing.
        return position.offset != entry.size || known.count > 1
    }

    /// A file was written to. False if it is not known: look again.
    package func changed(_ name: TrackFileName) -> Bool {
        guard let entry = entries[name.plain], entry.name == name, let size = try? archive.size(of: name) else {
            return false
        }
        guard size >= entry.size else { return false }
        entries[name.plain]?.size = size
        unread.insert(name.plain)
        return true
    }

    /// Goes back to these positions. Look at the directory again afterwards.
    package func restart(from positions: [TrackFileName: [SinkPosition]]) {
        close()
        self.positions = positions
        unread = []
        entries = [:]
    }

    /// Whether a file could not be read for a reason that may pass: look at the directory again some time.
    package var hasPassingProblem: Bool { problems.values.contains { !$0.isLasting } }

    /// Whether there may be lines that were not read.
    package var mayHaveMore: Bool { !unread.isEmpty }

    /// Passes everything by that is there now. Returns the positions to keep.
    package func skipAll() -> [SinkPosition] {
        close()
        var skipped: [SinkPosition] = []
        for (file, entry) in entries.sorted(by: { $0.key < $1.key }) {
            let isPacked = entry.name.compression != nil
            let end = isPacked ? ((try? archive.plainSize(of: entry.name)) ?? nil) ?? 0 : entry.size
            let position = SinkPosition(file: file, offset: end, packedSize: isPacked ? entry.size : nil)
            positions[file] = [position]
            skipped.append(position)
        }
        unread = []
        return skipped
    }

    /// The next line; `nil` if there is none yet.
    package func next() -> FollowedLine? {
        while let file = unread.min() {
            do throws(TrackError) {
                if open != file { try open(file) }
                if let line = try nextLine(of: file) { return line }
            } catch {
                close()
                unread.remove(file)
                // A file that was compressed or removed meanwhile is met again when the directory is looked at.
                if error.code != .missing { problems[file] = error }
            }
        }
        return nil
    }

    private func nextLine(of file: TrackFileName) throws(TrackError) -> FollowedLine? {
        guard let entry = entries[file] else { throw TrackError(.missing, path: archive.path(of: file)) }
        let isPacked = entry.name.compression != nil
        guard let reading = try reader?.next(), reading.isTerminated || isPacked else {
            // What has no newline yet is read again once it has.
            close()
            unread.remove(file)
            guard isPacked else { return nil }
            var position = positions[file]?.last ?? SinkPosition(file: file, offset: 0)
            position.packedSize = entry.size
            return take(position, nil)
        }
        linesRead += 1
        bytesRead += Int64(reading.length)
        let position = SinkPosition(
            file: file, offset: reading.offset + Int64(reading.length), length: reading.length,
            fingerprint: reading.fingerprint ?? 0)
        switch reading.content {
        case .record(.event(let event)):
            return take(position, (isImported[file] ?? false) && !readsImported ? nil : event)
        case .record(.header(let header)):
            guard header.isSupported else { throw TrackError(.unsupported, path: archive.path(of: entry.name)) }
            isImported[file] = header.isImported
            return take(position, nil)
        case .malformed(let fault):
            malformed = ((malformed?.count ?? 0) + 1, "\(entry.name), byte \(reading.offset): \(fault)")
            return take(position, nil)
        case .record(.loss), .unknown, .blank: return take(position, nil)
        }
    }

    private func take(_ position: SinkPosition, _ event: LocationEvent?) -> FollowedLine {
        positions[position.file, default: []].append(position)
        if positions[position.file, default: []].count > CursorText.maximumDepth {
            positions[position.file]?.removeFirst()
        }
        return FollowedLine(position: position, event: event)
    }

    // MARK: - Opening

    private func open(_ file: TrackFileName) throws(TrackError) {
        close()
        guard let entry = entries[file] else { throw TrackError(.missing, path: archive.path(of: file)) }
        _ = try isImported(entry)
        for position in (positions[file] ?? []).reversed() {
            if let resumed = try resume(entry.name, behind: position) {
                positions[file] = [resumed.position]
                reader = consume resumed.reader
                open = file
                return
            }
        }
        if let last = positions[file]?.last, last.length > 0, let found = try search(entry.name, for: last) {
            positions[file] = [found]
            reader = try archive.reader(of: entry.name, from: found.offset)
        } else {
            if positions[file] != nil { restarted += 1 }
            positions[file] = nil
            reader = try archive.reader(of: entry.name, from: 0)
        }
        open = file
    }

    /// Whether a file came from another logger, as its header says.
    private func isImported(_ entry: Entry) throws(TrackError) -> Bool {
        let file = entry.name.plain
        if isImported[file] == nil {
            var first = try archive.reader(of: entry.name, from: 0)
            if case .record(.header(let header))? = try first.next()?.content { isImported[file] = header.isImported }
        }
        return isImported[file] ?? false
    }

    /// The imported files in the directory that are not sent.
    package var leftOut: Int {
        readsImported ? 0 : entries.values.count { (try? isImported($0)) ?? false }
    }

    private struct Resumed: ~Copyable {
        var position: SinkPosition
        var reader: TrackReader
    }

    /// A reader behind a position, if the acknowledged line stands before it.
    private func resume(_ name: TrackFileName, behind position: SinkPosition) throws(TrackError) -> Resumed? {
        var reader = try archive.reader(of: name, from: position.offset - Int64(position.length))
        guard position.length > 0 else {
            let isInside = name.compression != nil || position.offset <= entries[position.file]?.size ?? 0
            return isInside ? Resumed(position: position, reader: reader) : nil
        }
        guard let line = try reader.next(), line.length == position.length, line.fingerprint == position.fingerprint
        else {
            return nil
        }
        var position = position
        // It says how large the compressed file was; this one may be another.
        position.packedSize = nil
        return Resumed(position: position, reader: reader)
    }

    /// The position behind the line wherever it stands now.
    private func search(_ name: TrackFileName, for position: SinkPosition) throws(TrackError) -> SinkPosition? {
        var reader = try archive.reader(of: name, from: 0)
        var found: SinkPosition?
        while let line = try reader.next() {
            guard line.fingerprint == position.fingerprint, line.length == position.length else { continue }
            found = SinkPosition(
                file: position.file, offset: line.offset + Int64(line.length), length: line.length,
                fingerprint: position.fingerprint)
        }
        return found
    }

    private func close() {
        reader = nil
        open = nil
    }

    // MARK: - What waits

    /// How many bytes of lines wait. Compressed files of other programs count as four times their size.
    package func waitingBytes() -> Int64 {
        var bytes: Int64 = 0
        for file in unread {
            guard let entry = entries[file], readsImported || (try? isImported(entry)) != true else { continue }
            if entry.name.compression != nil, entry.plainSize == nil {
                entries[file]?.plainSize = (try? archive.plainSize(of: entry.name)) ?? entry.size * 4
            }
            let size = entry.name.compression == nil ? entry.size : entries[file]?.plainSize ?? 0
            bytes += max(size - (positions[file]?.last?.offset ?? 0), 0)
        }
        return bytes
    }

    /// How many bytes of lines wait, and how many lines these are, estimated beyond a mebibyte.
    package func depth() -> (bytes: Int64, lines: Int) {
        let bytes = waitingBytes()
        if bytes <= Self.countedBytes, let lines = countLines() { return (bytes, lines) }
        let average = linesRead > 0 ? max(bytesRead / Int64(linesRead), 1) : 220
        return (bytes, Int((bytes + average - 1) / average))
    }

    /// The lines that hold an event; `nil` if one of the files cannot be read.
    private func countLines() -> Int? {
        var count = 0
        for file in unread {
            guard let entry = entries[file] else { return nil }
            do throws(TrackError) {
                if !readsImported, try isImported(entry) { continue }
                var reader = try archive.reader(of: entry.name, from: positions[file]?.last?.offset ?? 0)
                while let line = try reader.next() {
                    if line.isTerminated, case .record(.event) = line.content { count += 1 }
                }
            } catch {
                return nil
            }
        }
        return count
    }
}

extension TrackError {
    /// Whether a file stays unreadable while nobody changes it.
    fileprivate var isLasting: Bool { code == .damaged || code == .unsupported }
}

extension TrackFileName {
    /// The name of the same part while it is not compressed.
    var plain: TrackFileName { TrackFileName(day: day, part: part) }
}

/// A line of the track and the position behind it.
package struct FollowedLine: Sendable, Hashable {
    /// The position behind it; what the filter remembers is not in it yet.
    package var position: SinkPosition
    /// What happened; `nil` for headers, losses, lines that cannot be used, and the end of a compressed file.
    package var event: LocationEvent?
}
