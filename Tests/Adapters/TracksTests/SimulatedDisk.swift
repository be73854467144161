import Glibc
import LocdTestSupport
import SystemSupport

/// A disk in memory that does what a test tells it: fills up, fails, takes half, and loses its power.
///
/// It knows two states of everything, what the kernel has and what the platter has, and forgets after a failed sync
/// which bytes it owed to the platter, as Linux does.
final class SimulatedDisk: FileSystem {
    enum Operation: Hashable {
        case open, create, append, overwrite, read, truncate, synchronize, synchronizeDirectory, makeDirectory, makeLink
    }

    enum Fault {
        case error(Int32)
        /// Takes so many bytes of a write and says so.
        case short(Int)
    }

    private struct Node {
        var kind: FileStatus.Kind
        var cached: [UInt8] = []
        var durable: [UInt8] = []
        /// Which bytes of `cached` are owed to the platter.
        var owed: [Range<Int>] = []
        var destination = ""
        var isForeign = false
        var modified: Int64 = 0
        var device: UInt64 = 1
        /// Whether its device is gone: it can be closed.
        var isGone = false
    }

    private struct State {
        var nodes: [UInt64: Node] = [:]
        var names: [String: UInt64] = [:]
        var durableNames: [String: UInt64] = [:]
        var descriptors: [Int32: UInt64] = [:]
        var locks: [UInt64: Int32] = [:]
        /// What each watch knows: the name, whose it was then, and whether a test lets it see anything.
        var watches: [Int32: (path: String, node: UInt64)] = [:]
        var hasWatches = true
        var areWatchesBlind = false
        var lookups = 0
        var nextNode: UInt64 = 1
        var nextDescriptor: Int32 = 3
        var capacity = Int.max
        /// Its clock: the number of changes so far.
        var changes: Int64 = 0
        var faults: [Operation: [Fault]] = [:]
        var failing: [Operation: Int32] = [:]
        var counts: [Operation: Int] = [:]
        var threads: [Operation: Set<UInt>] = [:]
        var onSynchronize: (@Sendable () -> Void)?
        var onSynchronizeDirectory: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    init(directories: [String] = ["/tracks"]) {
        for directory in directories { try? makeDirectory(directory) }
        state.withLock { $0.durableNames = $0.names }
    }

    // MARK: What a test does

    /// The next operations of a kind fail so, one each.
    func inject(_ operation: Operation, _ faults: Fault...) {
        state.withLock { $0.faults[operation, default: []] += faults }
    }

    /// All operations of a kind fail with a number, until told `nil`.
    func fail(_ operation: Operation, with number: Int32?) {
        state.withLock { $0.failing[operation] = number }
    }

    /// Whether names can be watched from now on.
    func offerWatches(_ offers: Bool) { state.withLock { $0.hasWatches = offers } }
    /// What happens from now on is above the file: its watch does not see it.
    func blindWatches() { state.withLock { $0.areWatchesBlind = true } }
    /// How often the status of a name was asked.
    var lookups: Int { state.withLock { $0.lookups } }

    /// So many bytes fit on the disk.
    func setCapacity(_ bytes: Int) { state.withLock { $0.capacity = bytes } }

    func onSynchronize(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onSynchronize = body } }

    func onSynchronizeDirectory(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.onSynchronizeDirectory = body }
    }

    var usedBytes: Int { state.withLock { Self.used($0) } }
    var threads: Set<UInt> { state.withLock { $0.threads.values.reduce(into: []) { $0.formUnion($1) } } }
    func threads(of operation: Operation) -> Set<UInt> { state.withLock { $0.threads[operation] ?? [] } }
    func count(_ operation: Operation) -> Int { state.withLock { $0.counts[operation] ?? 0 } }

    /// The program is gone, the machine runs on.
    func kill() {
        state.withLock { state in
            state.descriptors = [:]
            state.locks = [:]
            state.faults = [:]
            state.failing = [:]
        }
    }

    /// The machine is gone too. Of what was owed, the first `luck` bytes of each file made it, and then zeros.
    func cutPower(luck: Int = 0, zeros: Int = 0) {
        kill()
        state.withLock { state in
            state.names = state.durableNames
            for identifier in state.nodes.keys {
                guard var node = state.nodes[identifier] else { continue }
                var kept = node.durable
                if node.cached.count > kept.count {
                    kept += node.cached[kept.count...].prefix(luck)
                    if zeros > 0 { kept += [UInt8](repeating: 0, count: min(zeros, node.cached.count - kept.count)) }
                }
                node.cached = kept
                node.durable = kept
                node.owed = []
                state.nodes[identifier] = node
            }
        }
    }

    /// The stick was pulled out and is back, as another device or as the same one. What is open is of no use any more.
    func plugAnew(asDevice device: UInt64) {
        state.withLock { state in
            var copies: [UInt64: UInt64] = [:]
            for (identifier, var node) in state.nodes {
                state.nodes[identifier]?.isGone = true
                (node.cached, node.owed, node.device) = (node.durable, [], device)
                let copy = Self.newIdentifier(&state)
                state.nodes[copy] = node
                copies[identifier] = copy
            }
            state.durableNames = state.durableNames.compactMapValues { copies[$0] }
            state.names = state.durableNames
        }
    }

    /// The names in the directory, without the lock.
    var names: [String] {
        state.withLock { $0.names.keys.filter { $0 != "/tracks" && !$0.hasSuffix(".lock") } }
            .map { String($0.dropFirst("/tracks/".count)) }.sorted()
    }

    func contents(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

    func bytes(_ name: String) -> [UInt8]? {
        state.withLock { state in
            guard var node = state.names["/tracks/" + name].flatMap({ state.nodes[$0] }) else { return nil }
            if node.kind == .link, let target = state.names["/tracks/" + node.destination] {
                node = state.nodes[target] ?? node
            }
            return node.cached
        }
    }

    func put(_ name: String, _ text: String, isForeign: Bool = false) {
        put(name, Array(text.utf8), isForeign: isForeign)
    }

    /// A file that is there and synced, or other contents for one that is there.
    func put(_ name: String, _ bytes: [UInt8], isForeign: Bool = false, kind: FileStatus.Kind = .regular) {
        state.withLock { state in
            let path = "/tracks/" + name
            let identifier = state.names[path] ?? Self.newIdentifier(&state)
            state.changes += 1
            state.nodes[identifier] = Node(
                kind: kind, cached: bytes, durable: bytes, isForeign: isForeign, modified: state.changes)
            state.names[path] = identifier
            state.durableNames[path] = identifier
        }
    }

    func move(_ name: String, to newName: String) { try? rename("/tracks/" + name, to: "/tracks/" + newName) }
    func delete(_ name: String) { try? remove("/tracks/" + name) }
    func deleteDirectory() { state.withLock { $0.names = [:] } }

    // MARK: FileSystem

    func openForAppending(_ path: String) throws(SystemCallError) -> Int32 { try open(path) }
    func openForReading(_ path: String) throws(SystemCallError) -> Int32 { try open(path) }

    private func open(_ path: String) throws(SystemCallError) -> Int32 {
        try perform(.open) { (state) throws(SystemCallError) in
            guard var identifier = state.names[path], var node = state.nodes[identifier] else {
                throw SystemCallError("open", ENOENT)
            }
            if node.kind == .link, let target = state.names["/tracks/" + node.destination] {
                identifier = target
                node = state.nodes[target] ?? node
            }
            if node.kind == .directory { throw SystemCallError("open", EISDIR) }
            if node.isForeign { throw SystemCallError("open", EACCES) }
            return Self.newDescriptor(&state, identifier)
        }
    }

    func create(_ path: String, mode: UInt32?) throws(SystemCallError) -> Int32 {
        try perform(.create) { (state) throws(SystemCallError) in
            if state.names[path] != nil { throw SystemCallError("open", EEXIST) }
            guard let slash = path.lastIndex(of: "/"), state.names[String(path[..<slash])] != nil else {
                throw SystemCallError("open", ENOENT)
            }
            let identifier = Self.newIdentifier(&state)
            state.nodes[identifier] = Node(kind: .regular)
            state.names[path] = identifier
            return Self.newDescriptor(&state, identifier)
        }
    }

    func close(_ descriptor: Int32) {
        state.withLock { state in
            state.descriptors[descriptor] = nil
            state.watches[descriptor] = nil
            state.locks = state.locks.filter { $0.value != descriptor }
        }
    }

    func append(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) throws(SystemCallError) -> Int {
        let copy = Array(bytes)
        return try perform(.append, limit: copy.count) { (state, limit) throws(SystemCallError) in
            let count = min(limit, copy.count, max(state.capacity - Self.used(state), 0))
            if count == 0, !copy.isEmpty { throw SystemCallError("write", ENOSPC) }
            try Self.change(&state, descriptor) { node in
                node.owed.append(node.cached.count..<(node.cached.count + count))
                node.cached += copy.prefix(count)
            }
            return count
        }
    }

    func overwrite(
        _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int64, in descriptor: Int32
    ) throws(SystemCallError) {
        let copy = Array(bytes)
        try perform(.overwrite) { (state) throws(SystemCallError) in
            try Self.change(&state, descriptor) { node in
                let range = Int(offset)..<(Int(offset) + copy.count)
                node.cached.replaceSubrange(range, with: copy)
                node.owed.append(range)
            }
        }
    }

    func read(
        into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int64, from descriptor: Int32
    ) throws(SystemCallError) -> Int {
        let room = buffer.count
        let bytes = try perform(.read) { (state) throws(SystemCallError) in
            guard let node = state.descriptors[descriptor].flatMap({ state.nodes[$0] }) else {
                throw SystemCallError("pread", EBADF)
            }
            return Array(node.cached.dropFirst(Int(offset)).prefix(room))
        }
        _ = buffer.update(fromContentsOf: bytes)
        return bytes.count
    }

    func truncate(_ descriptor: Int32, to length: Int64) throws(SystemCallError) {
        try perform(.truncate) { (state) throws(SystemCallError) in
            try Self.change(&state, descriptor) { node in
                node.cached = Array(node.cached.prefix(Int(length)))
                node.owed = node.owed.map { $0.clamped(to: 0..<Int(length)) }
            }
        }
    }

    func synchronize(_ descriptor: Int32) throws(SystemCallError) {
        let hook = state.withLock { $0.onSynchronize }
        defer { hook?() }
        do throws(SystemCallError) {
            try perform(.synchronize) { (state) throws(SystemCallError) in
                try Self.change(&state, descriptor) { node in
                    node.durable = Array(node.durable.prefix(node.cached.count))
                    node.durable += [UInt8](repeating: 0, count: node.cached.count - node.durable.count)
                    for range in node.owed { node.durable.replaceSubrange(range, with: node.cached[range]) }
                    node.owed = []
                }
            }
        } catch {
            try access { (state) throws(SystemCallError) in
                try Self.change(&state, descriptor) { $0.owed = [] }
            }
            throw error
        }
    }

    func synchronizeDirectory(_ path: String) throws(SystemCallError) {
        try perform(.synchronizeDirectory) { (state) throws(SystemCallError) in state.durableNames = state.names }
        state.withLock { $0.onSynchronizeDirectory }?()
    }

    func status(of descriptor: Int32) throws(SystemCallError) -> FileStatus {
        try access { (state) throws(SystemCallError) in
            guard let identifier = state.descriptors[descriptor], let node = state.nodes[identifier] else {
                throw SystemCallError("fstat", EBADF)
            }
            return Self.status(identifier, node)
        }
    }

    func status(at path: String) throws(SystemCallError) -> FileStatus {
        try access { (state) throws(SystemCallError) in
            state.lookups += 1
            guard let identifier = state.names[path], let node = state.nodes[identifier] else {
                throw SystemCallError("lstat", ENOENT)
            }
            return Self.status(identifier, node)
        }
    }

    func watchName(of path: String) -> Int32? {
        state.withLock { state in
            guard state.hasWatches, let node = state.names[path] else { return nil }
            let watch = Self.newDescriptor(&state, node)
            state.watches[watch] = (path, node)
            return watch
        }
    }

    func hasChangedName(_ watch: Int32) -> Bool {
        state.withLock { state in
            guard let watched = state.watches[watch] else { return true }
            guard !state.areWatchesBlind else { return false }
            return state.names[watched.path] != watched.node
        }
    }

    func names(in directory: String) throws(SystemCallError) -> [String] {
        try access { (state) throws(SystemCallError) in
            guard state.names[directory] != nil else { throw SystemCallError("opendir", ENOENT) }
            return state.names.keys.filter { $0.hasPrefix(directory + "/") }
                .map { String($0.dropFirst(directory.count + 1)) }
        }
    }

    func makeDirectory(_ path: String) throws(SystemCallError) {
        try perform(.makeDirectory) { (state) throws(SystemCallError) in
            if state.names[path] != nil { throw SystemCallError("mkdir", EEXIST) }
            let identifier = Self.newIdentifier(&state)
            state.nodes[identifier] = Node(kind: .directory)
            state.names[path] = identifier
        }
    }

    func destination(ofLink path: String) throws(SystemCallError) -> String {
        try access { (state) throws(SystemCallError) in
            guard let node = state.names[path].flatMap({ state.nodes[$0] }) else {
                throw SystemCallError("readlink", ENOENT)
            }
            guard node.kind == .link else { throw SystemCallError("readlink", EINVAL) }
            return node.destination
        }
    }

    func makeLink(_ path: String, to destination: String) throws(SystemCallError) {
        try perform(.makeLink) { (state) throws(SystemCallError) in
            if state.names[path] != nil { throw SystemCallError("symlink", EEXIST) }
            let identifier = Self.newIdentifier(&state)
            state.nodes[identifier] = Node(kind: .link, destination: destination)
            state.names[path] = identifier
        }
    }

    func rename(_ path: String, to newPath: String) throws(SystemCallError) {
        try access { (state) throws(SystemCallError) in
            guard let identifier = state.names.removeValue(forKey: path) else {
                throw SystemCallError("rename", ENOENT)
            }
            state.names[newPath] = identifier
        }
    }

    func renameExclusively(_ path: String, to newPath: String) throws(SystemCallError) {
        if state.withLock({ $0.names[newPath] != nil }) { throw SystemCallError("rename", EEXIST) }
        try rename(path, to: newPath)
    }

    func remove(_ path: String) throws(SystemCallError) {
        try access { (state) throws(SystemCallError) in
            if state.names.removeValue(forKey: path) == nil { throw SystemCallError("unlink", ENOENT) }
        }
    }

    func lock(_ descriptor: Int32) throws(SystemCallError) -> Bool {
        state.withLock { state in
            guard let identifier = state.descriptors[descriptor] else { return false }
            if let holder = state.locks[identifier], holder != descriptor { return false }
            state.locks[identifier] = descriptor
            return true
        }
    }

    // MARK: Inside

    private static func used(_ state: State) -> Int {
        Set(state.names.values).reduce(0) { $0 + (state.nodes[$1]?.cached.count ?? 0) }
    }

    private func access<Result: Sendable>(
        _ body: (inout State) throws(SystemCallError) -> Result
    ) throws(SystemCallError) -> Result {
        var outcome = Swift.Result<Result, SystemCallError>.failure(SystemCallError("lock", EIO))
        state.withLock { state in
            do throws(SystemCallError) {
                outcome = .success(try body(&state))
            } catch {
                outcome = .failure(error)
            }
        }
        return try outcome.get()
    }

    private func perform<Result: Sendable>(
        _ operation: Operation, _ body: (inout State) throws(SystemCallError) -> Result
    ) throws(SystemCallError) -> Result {
        try perform(operation, limit: 0) { (state, _) throws(SystemCallError) in try body(&state) }
    }

    private func perform<Result: Sendable>(
        _ operation: Operation, limit: Int, _ body: (inout State, Int) throws(SystemCallError) -> Result
    ) throws(SystemCallError) -> Result {
        try access { (state) throws(SystemCallError) in
            state.counts[operation, default: 0] += 1
            state.threads[operation, default: []].insert(UInt(pthread_self()))
            var limit = limit
            if let number = state.failing[operation] { throw SystemCallError("\(operation)", number) }
            if state.faults[operation]?.isEmpty == false {
                switch state.faults[operation]?.removeFirst() {
                case .error(let number)?: throw SystemCallError("\(operation)", number)
                case .short(let count)?: limit = min(limit, count)
                case nil: break
                }
            }
            return try body(&state, limit)
        }
    }

    private static func change(
        _ state: inout State, _ descriptor: Int32, _ body: (inout Node) -> Void
    ) throws(SystemCallError) {
        guard let identifier = state.descriptors[descriptor], var node = state.nodes[identifier] else {
            throw SystemCallError("write", EBADF)
        }
        if node.isGone { throw SystemCallError("write", EIO) }
        body(&node)
        state.changes += 1
        node.modified = state.changes
        state.nodes[identifier] = node
    }

    private static func status(_ identifier: UInt64, _ node: Node) -> FileStatus {
        FileStatus(
            kind: node.kind, identity: FileStatus.Identity(device: node.device, inode: identifier),
            size: Int64(node.cached.count), modified: node.modified)
    }

    private static func newIdentifier(_ state: inout State) -> UInt64 {
        state.nextNode += 1
        return state.nextNode
    }

    private static func newDescriptor(_ state: inout State, _ identifier: UInt64) -> Int32 {
        state.nextDescriptor += 1
        state.descriptors[state.nextDescriptor] = identifier
        return state.nextDescriptor
    }
}
