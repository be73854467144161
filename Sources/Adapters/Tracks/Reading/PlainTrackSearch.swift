internal import Glibc
internal import LocationModel

/// Finds the records of a period in a plain track file, by bisection.
///
/// Times never decrease, except right after a `timeReset`. So the file is divided into runs at these records, which a
/// search for bytes finds as fast as memory is read, and each run is bisected by itself.
struct PlainTrackSearch {
    /// Shorter ranges are read instead of divided.
    private static let grain: Int64 = 16 << 10
    private static let chunk = 64 << 10
    private static let mark = Array("\"timeReset\"".utf8)
    /// The position of its capital letter.
    private static let markCapital = 5
    private static let headerMark = Array("{\"type\":\"header\"".utf8)

    let file: OpenTrackFile

    /// Ranges of bytes that together hold every record of the period, each beginning and ending with a line. They may
    /// hold some more at their ends.
    func ranges(of interval: TrackInterval) throws(TrackError) -> [Range<Int64>] {
        guard interval != .all, file.size > 0 else { return [0..<file.size] }
        var found: [Range<Int64>] = []
        let starts = [0] + (try resets().filter { $0 > 0 })
        for (index, start) in starts.enumerated() {
            let end = index + 1 < starts.count ? starts[index + 1] : file.size
            let lower =
                try interval.from.map { (from) throws(TrackError) in try bisect(start..<end, at: from).before } ?? start
            let upper = try interval.to.map { (to) throws(TrackError) in try bisect(lower..<end, at: to).after } ?? end
            guard lower < upper else { continue }
            // Many short runs are one range.
            if let last = found.last, last.upperBound == lower {
                found[found.count - 1] = last.lowerBound..<upper
            } else {
                found.append(lower..<upper)
            }
        }
        return found
    }

    /// The place in a run where times before `moment` end: a line before that place, and one behind it.
    private func bisect(_ run: Range<Int64>, at moment: Timestamp) throws(TrackError) -> (before: Int64, after: Int64) {
        var before = run.lowerBound
        var after = run.upperBound
        var end = run.upperBound
        while end - before > Self.grain {
            let middle = before + (end - before) / 2
            if let (start, time) = try firstTime(from: middle, before: end) {
                if time < moment {
                    before = start
                } else {
                    end = middle
                    after = start
                }
            } else {
                end = middle
            }
        }
        return (before, after)
    }

    /// The first line that begins after `offset` and has a time.
    private func firstTime(from offset: Int64, before end: Int64) throws(TrackError) -> (start: Int64, time: Timestamp)?
    {
        var reader = TrackReader(PlainTrackSource(file, range: offset..<end), chunk: TrackReader.glance)
        // The first one is the rest of a line, or in the best case a complete one.
        _ = try reader.next()
        while let reading = try reader.next() {
            if case .record(let record) = reading.content, let time = record.timestamp { return (reading.offset, time) }
        }
        return nil
    }

    /// The last header before an offset; `nil` if there is none. The search goes backwards.
    func header(before offset: Int64) throws(TrackError) -> TrackHeader? {
        var end = offset
        while end > 0 {
            let start = max(end - Int64(Self.chunk), 0)
            // With the newline before, and a mark that crosses the border.
            let first = max(start - 1, 0)
            let bytes = try file.bytes(at: first, count: Int(end - first) + Self.headerMark.count)
            if let hit = Self.lastHeader(in: bytes, isBeginning: first == 0, before: Int(end - first)) {
                let line = PlainTrackSource(file, range: first + Int64(hit)..<Int64.max)
                var reader = TrackReader(line, chunk: TrackReader.glance)
                guard case .record(.header(let header))? = try reader.next()?.content else { return nil }
                return header
            }
            end = start
        }
        return nil
    }

    /// The index of the last line that begins before `end` as headers do.
    private static func lastHeader(in bytes: [UInt8], isBeginning: Bool, before end: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var found: Int?
            var start = 0
            if !isBeginning { start = Self.next(in: base, 0, bytes.count) }
            while start < end, start + headerMark.count <= bytes.count {
                if memcmp(base + start, headerMark, headerMark.count) == 0 { found = start }
                start = Self.next(in: base, start, bytes.count)
            }
            return found
        }
    }

    /// The index after the next newline; `count` without one.
    private static func next(in base: UnsafePointer<UInt8>, _ index: Int, _ count: Int) -> Int {
        guard let newline = memchr(base + index, 0x0A, count - index) else { return count }
        return UnsafeRawPointer(newline) - UnsafeRawPointer(base) + 1
    }

    /// The offsets of lines that may be a `timeReset`. One too many does no harm.
    private func resets() throws(TrackError) -> [Int64] {
        var found: [Int64] = []
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        var offset: Int64 = 0
        var searched: Int64 = 0
        while offset < file.size {
            let count = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(TrackError) in
                try file.read(into: buffer, at: offset)
            }
            guard count > 0 else { break }
            for hit in Self.marks(in: bytes, count: count) {
                let position = offset + Int64(hit)
                if let start = try startOfLine(holding: position, after: searched) { found.append(start) }
                searched = position
            }
            if count <= Self.mark.count { break }
            // A mark may cross the border of two pieces.
            offset += Int64(count - Self.mark.count + 1)
        }
        return found
    }

    private static func marks(in bytes: [UInt8], count: Int) -> [Int] {
        bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return [] }
            var found: [Int] = []
            var from = 0
            // The only capital of its kind in a line of locd: as fast as memory is read.
            while from < count, let hit = memchr(base + from, Int32(UInt8(ascii: "R")), count - from) {
                let capital = UnsafeRawPointer(hit) - UnsafeRawPointer(base)
                let start = capital - markCapital
                from = capital + 1
                if start >= 0, start + mark.count <= count, memcmp(base + start, mark, mark.count) == 0 {
                    found.append(start)
                }
            }
            return found
        }
    }

    /// The start of the line; `nil` if it begins before `searched`. So a long line of many marks is searched once.
    private func startOfLine(holding offset: Int64, after searched: Int64) throws(TrackError) -> Int64? {
        var end = offset
        while end > searched {
            let start = max(end - 4096, searched)
            let bytes = try file.bytes(at: start, count: Int(end - start))
            if let newline = bytes.lastIndex(of: 0x0A) { return start + Int64(newline) + 1 }
            end = start
        }
        return nil
    }
}
