import Glibc
import LocationModel
import Synchronization
import SystemSupport
import Tracks

/// The real file system, until a random byte of a write or a random call: there the process kills itself, as `kill -9`
/// does. Some writes before that take less than they were given.
final class DyingFileSystem: FileSystem {
    private struct Fate {
        var random: UInt64
        var bytes = Int.max
        var calls = Int.max

        /// SplitMix64 (Steele, Lea and Flood 2014).
        mutating func next(below bound: Int) -> Int {
            random &+= 0x9E37_79B9_7F4A_7C15
            var value = random
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((value ^ (value >> 31)) % UInt64(bound))
        }
    }

    private let disk = SystemFileSystem()
    private let fate: Mutex<Fate>

    init(seed: UInt64) {
        fate = Mutex(Fate(random: seed))
    }

    /// From here on its days are numbered.
    func arm() {
        fate.withLock { fate in
            if fate.next(below: 2) == 0 {
                fate.bytes = fate.next(below: 60_000)
            } else {
                fate.calls = fate.next(below: 120)
            }
        }
    }

    /// Half of the deaths are before a call, and half between one and the next.
    private func pass() {
        let isOver = fate.withLock { fate in
            fate.calls -= 1
            return fate.calls < 0
        }
        if isOver { kill(getpid(), SIGKILL) }
    }

    func append(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) throws(SystemCallError) -> Int {
        pass()
        let (count, dies) = fate.withLock { fate in
            guard fate.bytes >= bytes.count else { return (fate.bytes, true) }
            let count = fate.next(below: 4) == 0 ? 1 + fate.next(below: max(bytes.count, 1)) : bytes.count
            fate.bytes -= min(count, bytes.count)
            return (min(count, bytes.count), false)
        }
        guard dies else { return try disk.append(UnsafeBufferPointer(rebasing: bytes[..<count]), to: descriptor) }
        if count > 0 { _ = try disk.append(UnsafeBufferPointer(rebasing: bytes[..<count]), to: descriptor) }
        kill(getpid(), SIGKILL)
        return count
    }

    func overwrite(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int64, in descriptor: Int32) throws(SystemCallError)
    {
        pass()
        try disk.overwrite(bytes, at: offset, in: descriptor)
    }

    func openForAppending(_ path: String) throws(SystemCallError) -> Int32 {
        pass()
        return try disk.openForAppending(path)
    }

    func create(_ path: String, mode: UInt32?) throws(SystemCallError) -> Int32 {
        pass()
        return try disk.create(path, mode: mode)
    }

    func openForReading(_ path: String) throws(SystemCallError) -> Int32 { try disk.openForReading(path) }

    func close(_ descriptor: Int32) { disk.close(descriptor) }

    func read(
        into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int64, from descriptor: Int32
    ) throws(SystemCallError) -> Int {
        try disk.read(into: buffer, at: offset, from: descriptor)
    }

    func truncate(_ descriptor: Int32, to length: Int64) throws(SystemCallError) {
        pass()
        try disk.truncate(descriptor, to: length)
    }

    func synchronize(_ descriptor: Int32) throws(SystemCallError) {
        pass()
        try disk.synchronize(descriptor)
    }

    func synchronizeDirectory(_ path: String) throws(SystemCallError) {
        pass()
        try disk.synchronizeDirectory(path)
    }

    func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus { try disk.status(of: descriptor) }

    func status(at path: String) throws(SystemCallError) -> FileStatus { try disk.status(at: path) }

    func watchName(of path: String) -> Int32? { disk.watchName(of: path) }

    func hasChangedName(_ watch: Int32) -> Bool { disk.hasChangedName(watch) }

    func names(in directory: String) throws(SystemCallError) -> [String] { try disk.names(in: directory) }

    func makeDirectory(_ path: String) throws(SystemCallError) { try disk.makeDirectory(path) }

    func destination(ofLink path: String) throws(SystemCallError) -> String { try disk.destination(ofLink: path) }

    func makeLink(_ path: String, to destination: String) throws(SystemCallError) {
        pass()
        try disk.makeLink(path, to: destination)
    }

    func rename(_ path: String, to newPath: String) throws(SystemCallError) {
        pass()
        try disk.rename(path, to: newPath)
    }

    func renameExclusively(_ path: String, to newPath: String) throws(SystemCallError) {
        pass()
        try disk.renameExclusively(path, to: newPath)
    }

    func remove(_ path: String) throws(SystemCallError) {
        pass()
        try disk.remove(path)
    }

    func lock(_ descriptor: Int32) throws(SystemCallError) -> Bool { try disk.lock(descriptor) }
}
