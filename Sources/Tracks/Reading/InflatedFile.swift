package import SystemSupport

/// All bytes of a regular file; a gzip file is decompressed on the way.
package enum InflatedFile {
    private static let chunk = 256 << 10

    /// Reads the file at `path`; `nil` if it holds more than `limit` bytes, decompressed.
    package static func contents(
        of path: String, limit: Int, fileSystem: any FileSystem
    ) throws(TrackError) -> [UInt8]? {
        var source = try TrackPart.Source(path: path, fileSystem: fileSystem).beginning()
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: chunk)
        while true {
            let count = try part.withUnsafeMutableBufferPointer { (buffer) throws(TrackError) in
                try source.read(into: buffer)
            }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: part[..<count])
            if bytes.count > limit { return nil }
        }
    }
}
