import LocdTestSupport
import SystemSupport

/// A disk that can be full, and need not take long.
final class FullDisk: FileSystem {
    let isFull = Locked(false)
    /// Whether there is no descriptor left to read with.
    let isExhausted = Locked(false)
    /// How often something was synchronized.
    let synchronizations = Locked(0)
    private let disk = SystemFileSystem()
    private let synchronizes: Bool

    init(synchronizes: Bool = true) {
        self.synchronizes = synchronizes
    }

    private func check() throws(SystemCallError) {
        if isFull.withLock(\.self) { throw SystemCallError("write", 28) }
    }

    func openForAppending(_ path: String) throws(SystemCallError) -> Int32 { try disk.openForAppending(path) }
    func create(_ path: String, mode: UInt32?) throws(SystemCallError) -> Int32 {
        try check()
        return try disk.create(path, mode: mode)
    }
    func openForReading(_ path: String) throws(SystemCallError) -> Int32 {
        if isExhausted.withLock(\.self) { throw SystemCallError("open", 24) }
        return try disk.openForReading(path)
    }
    func close(_ descriptor: Int32) { disk.close(descriptor) }
    func append(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) throws(SystemCallError) -> Int {
        try check()
        return try disk.append(bytes, to: descriptor)
    }
    func overwrite(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int64, in descriptor: Int32) throws(SystemCallError)
    {
        try disk.overwrite(bytes, at: offset, in: descriptor)
    }
    func read(
        into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int64, from descriptor: Int32
    ) throws(SystemCallError) -> Int { try disk.read(into: buffer, at: offset, from: descriptor) }
    func truncate(_ descriptor: Int32, to length: Int64) throws(SystemCallError) {
        try disk.truncate(descriptor, to: length)
    }
    func synchronize(_ descriptor: Int32) throws(SystemCallError) {
        synchronizations.withLock { $0 += 1 }
        if synchronizes { try disk.synchronize(descriptor) }
    }
    func synchronizeDirectory(_ path: String) throws(SystemCallError) {
        if synchronizes { try disk.synchronizeDirectory(path) }
    }
    func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus { try disk.status(of: descriptor) }
    func status(at path: String) throws(SystemCallError) -> FileStatus { try disk.status(at: path) }
    func watchName(of path: String) -> Int32? { disk.watchName(of: path) }
    func hasChangedName(_ watch: Int32) -> Bool { disk.hasChangedName(watch) }
    func names(in directory: String) throws(SystemCallError) -> [String] { try disk.names(in: directory) }
    func makeDirectory(_ path: String) throws(SystemCallError) { try disk.makeDirectory(path) }
    func destination(ofLink path: String) throws(SystemCallError) -> String { try disk.destination(ofLink: path) }
    func makeLink(_ path: String, to destination: String) throws(SystemCallError) {
        try disk.makeLink(path, to: destination)
    }
    func rename(_ path: String, to newPath: String) throws(SystemCallError) { try disk.rename(path, to: newPath) }
    func renameExclusively(_ path: String, to newPath: String) throws(SystemCallError) {
        try disk.renameExclusively(path, to: newPath)
    }
    func remove(_ path: String) throws(SystemCallError) { try disk.remove(path) }
    func lock(_ descriptor: Int32) throws(SystemCallError) -> Bool { try disk.lock(descriptor) }
}
