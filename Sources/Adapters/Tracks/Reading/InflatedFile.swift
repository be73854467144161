package import SystemSupport

/// All bytes of a regular file; a gzip file is decompressed on the way.
package enum InflatedFile {
    private static let chunk = 256 << 10
    /// What is longer may have this many times the size of its file: logs have 30 times, what is made to fill the
    /// memory 1,000.
    private static let largestRatio = 100
    private static let small = 16 << 20

    /// Reads the file at `path`, of a damaged gzip file what is whole in it; `nil` if it holds more than `limit` bytes,
    /// decompressed, or far more than a file of its size does.
    package static func contents(
        of path: String, limit: Int, fileSystem: any FileSystem
    ) throws(TrackError) -> (bytes: [UInt8], damage: TrackError?)? {
        var source = try TrackPart.Source(path: path, fileSystem: fileSystem).beginning()
        let limit = min(limit, max(small, min(size(of: path, fileSystem), limit) * largestRatio))
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: chunk)
        while true {
            let count: Int
            do throws(TrackError) {
                count = try part.withUnsafeMutableBufferPointer { (buffer) throws(TrackError) in
                    try source.read(into: buffer)
                }
            } catch {
                guard error.code == .damaged, !bytes.isEmpty else { throw error }
                return (bytes, error)
            }
            guard count > 0 else { return (bytes, nil) }
            bytes.append(contentsOf: part[..<count])
            if bytes.count > limit { return nil }
        }
    }

    /// The size of the file, through links.
    private static func size(of path: String, _ fileSystem: any FileSystem) -> Int {
        guard let descriptor = try? fileSystem.openForReading(path) else { return 0 }
        defer { fileSystem.close(descriptor) }
        return (try? fileSystem.status(of: descriptor).size).map { Int(clamping: $0) } ?? 0
    }
}
