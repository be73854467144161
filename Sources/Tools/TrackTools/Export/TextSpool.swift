internal import SystemSupport
internal import Tracks

/// Text that must wait until the text before it is known: in memory, and beyond some megabytes in a file without a
/// name.
final class TextSpool {
    private static let memory = 8 << 20
    private static let part = 1 << 20

    private var bytes: [UInt8] = []
    private var file: TemporaryFile?

    func append(_ more: [UInt8]) throws(TrackError) {
        bytes += more
        guard bytes.count > Self.memory else { return }
        let full = bytes
        try attempt { () throws(SystemCallError) in
            let file = if let file { file } else { try TemporaryFile() }
            self.file = file
            try file.append(full)
        }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes all of it, once.
    func copy(to destination: ExportDestination) throws(TrackError) {
        if let file {
            var offset: Int64 = 0
            while true {
                let part = try attempt { () throws(SystemCallError) in try file.bytes(at: offset, count: Self.part) }
                if part.isEmpty { break }
                try destination.write(part)
                offset += Int64(part.count)
            }
        }
        try destination.write(bytes)
    }

    private func attempt<Value>(_ body: () throws(SystemCallError) -> Value) throws(TrackError) -> Value {
        do throws(SystemCallError) {
            return try body()
        } catch {
            throw TrackError(error, path: "a temporary file in \(TemporaryFile.directory)")
        }
    }
}
