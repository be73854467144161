import SystemSupport

/// A descriptor that is closed when its last owner releases it.
final class OpenTrackFile: Sendable {
    let path: String
    let size: Int64
    private let descriptor: Int32
    private let fileSystem: any FileSystem

    /// Opens a regular file for reading.
    init(path: String, fileSystem: any FileSystem) throws(TrackError) {
        let opened: (descriptor: Int32, status: FileStatus)
        do throws(SystemCallError) {
            let descriptor = try fileSystem.openForReading(path)
            do throws(SystemCallError) {
                opened = (descriptor, try fileSystem.status(of: descriptor))
            } catch {
                fileSystem.close(descriptor)
                throw error
            }
        } catch {
            throw TrackError(error, path: path)
        }
        // A pipe cannot seek, and a directory has no bytes.
        guard opened.status.kind == .regular else {
            fileSystem.close(opened.descriptor)
            throw TrackError(.notAFile, path: path)
        }
        descriptor = opened.descriptor
        size = opened.status.size
        self.path = path
        self.fileSystem = fileSystem
    }

    deinit {
        fileSystem.close(descriptor)
    }

    /// Reads from `offset`; returns the number of bytes, 0 at the end.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int64) throws(TrackError) -> Int {
        do throws(SystemCallError) {
            return try fileSystem.read(into: buffer, at: offset, from: descriptor)
        } catch {
            throw TrackError(error, path: path)
        }
    }

    /// The bytes of a range, fewer at the end of the file.
    func bytes(at offset: Int64, count: Int) throws(TrackError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(TrackError) in
                try read(into: UnsafeMutableBufferPointer(rebasing: buffer[done...]), at: offset + Int64(done))
            }
            if got == 0 { break }
            done += got
        }
        bytes.removeLast(count - done)
        return bytes
    }
}
