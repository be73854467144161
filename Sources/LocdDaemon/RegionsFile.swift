internal import Glibc
public import LocationModel

/// Reads the regions file that the configuration names.
public enum RegionsFile {
    /// The most that is read, 64 MiB: 100,000 circles are about 20 MB.
    public static let maximumBytes = 64 << 20

    /// The regions of a file; none where there is no such file, because it need not exist.
    public static func regions(at path: String) throws(RegionsFileError) -> [Region] {
        guard let bytes = try read(path) else { return [] }
        do throws(GeoJSONError) {
            return try RegionFile.regions(bytes)
        } catch {
            throw RegionsFileError(.malformed, path: path, problem: "\(error)")
        }
    }

    private static func read(_ path: String) throws(RegionsFileError) -> [UInt8]? {
        // Without waiting: a named pipe that nobody writes would hang whoever reads.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            let code = errno
            if code == ENOENT { return nil }
            throw unreadable(path, code)
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        while bytes.count <= maximumBytes {
            var code: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: 256 << 10) { buffer, count in
                let got = Glibc.read(file, buffer.baseAddress, buffer.count)
                if got < 0 { code = errno }
                count = max(0, got)
            }
            if code == EINTR { continue }
            guard code == 0 else { throw unreadable(path, code) }
            if chunk.isEmpty { return bytes }
            bytes += chunk
        }
        throw RegionsFileError(
            .malformed, path: path, problem: "it is larger than \(maximumBytes >> 20) MiB; is it a file of regions?")
    }

    private static func unreadable(_ path: String, _ code: Int32) -> RegionsFileError {
        let words = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        return RegionsFileError(.unreadable, path: path, problem: words)
    }
}
