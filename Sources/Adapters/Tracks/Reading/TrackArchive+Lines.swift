extension TrackArchive {
    /// Reads a file, plain or compressed, from the line that begins `offset` bytes after its beginning, after
    /// decompression. Each line gets its fingerprint. In a compressed file of another program, everything before the
    /// offset is decompressed and dropped.
    ///
    /// - Throws: ``TrackError/Code/missing`` if it is gone, ``TrackError/Code/unsupported`` for Zstandard, and system
    ///   errors.
    public func reader(of name: TrackFileName, from offset: Int64) throws(TrackError) -> TrackReader {
        let file = try TrackPart.Source(path: path(of: name), fileSystem: fileSystem)
        var reader = TrackReader(try file.bytes(from: max(offset, 0)))
        reader.givesFingerprints = true
        return reader
    }

    /// The unpacked size of a file in bytes; `nil` if it is unknown without unpacking.
    public func plainSize(of name: TrackFileName) throws(TrackError) -> Int64? {
        let file = try TrackPart.Source(path: path(of: name), fileSystem: fileSystem)
        guard file.isCompressed else { return file.file.size }
        return try GzipTrackIndex(file.file).map { index in
            index.entries.last.map { $0.plainOffset + Int64($0.member.plainSize) } ?? 0
        }
    }
}

extension TrackPart.Source {
    /// The bytes behind an offset after decompression. A plain file is read to its end at that time.
    func bytes(from offset: Int64) throws(TrackError) -> any TrackByteSource {
        guard isCompressed else { return PlainTrackSource(file, range: offset..<Int64.max) }
        let entry = try GzipTrackIndex(file)?.entries.last { $0.plainOffset <= offset }
        var source = try GzipTrackSource(
            file, range: (entry?.offset ?? 0)..<file.size, plainOffset: entry?.plainOffset ?? 0)
        var passed = [UInt8](repeating: 0, count: 64 << 10)
        while source.offset < offset {
            let room = Int(min(Int64(passed.count), offset - source.offset))
            let count = try passed.withUnsafeMutableBufferPointer { (buffer) throws(TrackError) in
                try source.read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<room]))
            }
            if count == 0 { break }
        }
        return source
    }
}
