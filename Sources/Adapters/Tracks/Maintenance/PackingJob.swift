internal import CZlib
internal import Glibc
internal import LocationModel
internal import SystemSupport

/// Compresses one track file, a piece at a time, so that a writer never waits for long.
///
/// The compressed file is written under a name that readers ignore, synced, and only then renamed; the plain one is
/// removed last. Whenever the power fails, one of the two exists and is complete.
struct PackingJob {
    /// The file that a crash may leave; a later run removes it.
    static func temporaryName(of name: TrackFileName) -> String { ".\(name).gz.new" }

    private static let chunk = 256 << 10

    let name: TrackFileName
    private let directory: String
    private let fileSystem: any FileSystem
    private let source: Int32
    private let begun: FileStatus
    private let target: FileReplacement
    /// The number of plain bytes read.
    private(set) var offset: Int64 = 0
    private var rest: [UInt8] = []
    private var packer = TrackPacker()

    private var plainPath: String { "\(directory)/\(name)" }

    init(_ name: TrackFileName, in directory: String, _ fileSystem: any FileSystem) throws(SystemCallError) {
        self.name = name
        self.directory = directory
        self.fileSystem = fileSystem
        source = try fileSystem.openForReading("\(directory)/\(name)")
        do throws(SystemCallError) {
            begun = try fileSystem.status(of: source)
            guard begun.kind == .regular else { throw SystemCallError("open", EINVAL) }
            target = try FileReplacement(
                of: "\(directory)/\(name).gz", mode: 0o640,
                through: "\(directory)/\(Self.temporaryName(of: name))", fileSystem: fileSystem)
        } catch {
            fileSystem.close(source)
            throw error
        }
    }

    /// Does the next piece; true when the file has taken its place. Do not call it again after that, nor after it
    /// threw.
    mutating func step() throws(SystemCallError) -> Bool {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let from = offset
        let source = source
        let fileSystem = fileSystem
        let count = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(SystemCallError) in
            try fileSystem.read(into: buffer, at: from, from: source)
        }
        offset += Int64(count)
        rest.append(contentsOf: bytes[..<count])
        let packed = try pack(isEnd: count == 0)
        try target.append(packed)
        guard count == 0 else { return false }
        try takePlace()
        return true
    }

    /// Closes both files, and removes an unfinished one.
    func close() {
        fileSystem.close(source)
        target.discard()
    }

    private mutating func pack(isEnd: Bool) throws(SystemCallError) -> [UInt8] {
        var packed: [UInt8] = []
        var start = 0
        let lines = rest
        while start < lines.count {
            let newline = lines[start...].firstIndex(of: 0x0A)
            // A line longer than any of locd's is copied unchanged.
            guard newline != nil || isEnd || lines.count - start > TrackReader.maximumLineLength else { break }
            let end = newline.map { $0 + 1 } ?? lines.count
            let made = lines[start..<end].withUnsafeBufferPointer { line in
                packer.add(line, TrackLine(parsing: line))
            }
            guard let made else { throw SystemCallError("deflate", ENOMEM) }
            packed += made
            start = end
        }
        rest.removeFirst(start)
        if isEnd {
            guard let made = packer.finish() else { throw SystemCallError("deflate", ENOMEM) }
            packed += made
        }
        return packed
    }

    private func takePlace() throws(SystemCallError) {
        try target.synchronize()
        // Somebody wrote, moved or replaced it meanwhile: the compressed content is not that of the present file.
        let now = try fileSystem.status(at: plainPath)
        guard now.identity == begun.identity, now.size == begun.size, offset == begun.size else {
            throw SystemCallError("compress", EBUSY)
        }
        try target.commit(synchronizing: .name)
        try fileSystem.remove(plainPath)
        try fileSystem.synchronizeNames(in: directory)
    }
}

/// Compresses track lines into a gzip file of many members, each with the period of its records; see ``GzipMember``.
struct TrackPacker {
    /// A member ends with the line that reaches this many bytes, some twenty minutes at 1 Hz, or in front of a header.
    /// Smaller members would compress worse, larger ones would make a reader that seeks decompress more.
    private static let memberSize = 256 << 10

    private var times: ClosedRange<Timestamp>?
    private var plain: [UInt8] = []

    /// Takes a line of the file and its content, and returns members as they become full.
    mutating func add(_ line: UnsafeBufferPointer<UInt8>, _ content: TrackLine) -> [UInt8]? {
        var full: [UInt8]? = []
        if case .record(.header) = content { full = finish() }
        plain.append(contentsOf: line)
        if case .record(let record) = content, let time = record.timestamp {
            times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
        }
        guard plain.count >= Self.memberSize else { return full }
        return full.flatMap { before in finish().map { before + $0 } }
    }

    /// The rest, as the last member. `nil` if memory is short.
    mutating func finish() -> [UInt8]? {
        guard !plain.isEmpty else { return [] }
        defer {
            plain.removeAll(keepingCapacity: true)
            times = nil
        }
        var member = GzipMember(size: 0, plainSize: UInt32(truncatingIfNeeded: plain.count), times: times)
        let extra = member.extra
        let room = czlib_member_bound(plain.count, extra.count)
        let packed = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            count = czlib_member(plain, plain.count, extra, extra.count, buffer.baseAddress, room)
        }
        guard !packed.isEmpty else { return nil }
        // Its length is known only now.
        member.size = UInt32(truncatingIfNeeded: packed.count)
        var bytes = packed
        bytes.replaceSubrange(12..<GzipMember.headerSize, with: member.extra)
        return bytes
    }
}
