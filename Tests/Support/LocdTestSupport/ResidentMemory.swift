import Glibc

/// What a process holds in memory, now and later: for tests of what must not grow with what was said to it.
public struct ResidentMemory {
    /// The process is gone, or none of ours.
    public struct Unreadable: Error {
        /// Its number, or `self`.
        public let process: String
    }

    /// As /proc names it.
    private let process: String
    /// Bytes.
    private let before: Int

    /// Looks at this process.
    public init() throws(Unreadable) { try self.init(named: "self") }

    /// Looks at another process.
    public init(of process: Int32) throws(Unreadable) { try self.init(named: "\(process)") }

    private init(named process: String) throws(Unreadable) {
        self.process = process
        before = try Self.bytes(of: process)
    }

    /// The bytes that came since; 0 at most under a sanitizer, whose books grow with all that is done.
    public func growth() throws(Unreadable) -> Int {
        let growth = try Self.bytes(of: process) - before
        return Sanitizer.isPresent ? min(growth, 0) : growth
    }

    private static func bytes(of process: String) throws(Unreadable) -> Int {
        guard let file = fopen("/proc/\(process)/statm", "r") else { throw Unreadable(process: process) }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { throw Unreadable(process: process) }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The second is what is resident, in pages.
        guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Unreadable(process: process)
        }
        return pages * Int(getpagesize())
    }
}

/// The sanitizer of this build, if it has one; the programs that were built beside the tests have the same.
public enum Sanitizer {
    /// Whether there is one: the program then holds several times the memory, more with all that it does, and is
    /// slower. Nothing is to be said of its memory.
    public static let isPresent = ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }
}
