import FoundationEssentials
import Glibc
import LocationModel
import LocationServices
import LocdTestSupport
import SystemSupport
import Testing
import TrackTestSupport
import Tracks

/// The same writer on the kernel's own file system.
@Suite struct SystemFileSystemTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }
    private let fileSystem = SystemFileSystem()

    private func writer(_ name: String = "tracks") throws(TrackError) -> TrackWriter {
        let configuration = TrackConfiguration(
            directory: directory + "/" + name, sync: .always, header: WriterBench.header)
        return try TrackWriter(configuration: configuration, clock: ManualClock().clock)
    }

    private func mode(_ path: String) -> mode_t? {
        var answer = stat()
        return stat(path, &answer) == 0 ? answer.st_mode & 0o7777 : nil
    }

    private func events(in path: String) throws -> [LocationEvent] {
        var reader = try TrackReader(path: path)
        var events: [LocationEvent] = []
        while let reading = try reader.next() {
            if case .record(.event(let event)) = reading.content { events.append(event) }
        }
        return events
    }

    @Test func `Track is written read and continued`() async throws {
        let first = try writer()
        _ = try await first.open()
        await first.write(locations(100))
        try await first.close()
        let second = try writer()
        #expect(try await second.open().lastLocation?.timestamp == moment("2026-11-21T06:01:39Z"))
        await second.write(locations(5, from: "2026-11-22T00:00:00Z"))
        #expect(second.status.lastSync == .zero)
        try await second.close()
        #expect(try events(in: directory + "/tracks/2026-11-21.jsonl") == locations(100))
        #expect(try events(in: directory + "/tracks/current.jsonl") == locations(5, from: "2026-11-22T00:00:00Z"))
        #expect(try fileSystem.destination(ofLink: directory + "/tracks/current.jsonl") == "2026-11-22.jsonl")
    }

    @Test func `Modes let the group read whatever the umask`() throws {
        // The whole process has one umask: it is changed for these two calls only.
        let before = umask(0o077)
        defer { umask(before) }
        try fileSystem.makeDirectory(directory + "/tracks")
        fileSystem.close(try fileSystem.create(directory + "/tracks/a", mode: 0o640))
        #expect(mode(directory + "/tracks") == 0o750)
        #expect(mode(directory + "/tracks/a") == 0o640)
    }

    @Test func `Torn end is repaired`() async throws {
        let first = try writer()
        await first.write(locations(3))
        try await first.close()
        let path = directory + "/tracks/2026-11-21.jsonl"
        let descriptor = try fileSystem.openForAppending(path)
        _ = try Array("{\"type\":\"loc".utf8).withUnsafeBufferPointer { (bytes) throws(SystemCallError) in
            try fileSystem.append(bytes, to: descriptor)
        }
        fileSystem.close(descriptor)
        let second = try writer()
        #expect(try await second.open().repairs.map(\.bytesCut) == [12])
        await second.write(locations(2, from: "2026-11-21T07:00:00Z"))
        try await second.close()
        #expect(try events(in: path).count == 5)
        #expect(try fileSystem.names(in: directory + "/tracks").contains("2026-11-21.jsonl.torn"))
    }

    @Test func `File moved and directory deleted are followed`() async throws {
        let writer = try writer()
        let path = directory + "/tracks/2026-11-21.jsonl"
        await writer.write(locations(3))
        try fileSystem.rename(path, to: path + ".1")
        #expect(await writer.write(locations(2)))
        #expect(try events(in: path) == locations(2))
        try FileManager.default.removeItem(atPath: directory + "/tracks")
        #expect(await writer.write(locations(1)))
        #expect(try events(in: path) == locations(1))
        try await writer.close()
    }

    @Test func `Overwrite goes to its place and later appends to the end`() throws {
        let descriptor = try fileSystem.create(directory + "/a", mode: 0o640)
        defer { fileSystem.close(descriptor) }
        func bytes(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) throws(SystemCallError) -> Void) throws {
            try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(SystemCallError) in try body(bytes) }
        }
        try bytes("abcdef") { (bytes) throws(SystemCallError) in _ = try fileSystem.append(bytes, to: descriptor) }
        try bytes("XY") { (bytes) throws(SystemCallError) in
            try fileSystem.overwrite(bytes, at: 2, in: descriptor)
        }
        try bytes("gh") { (bytes) throws(SystemCallError) in _ = try fileSystem.append(bytes, to: descriptor) }
        try fileSystem.synchronize(descriptor)
        #expect(try String(contentsOfFile: directory + "/a", encoding: .utf8) == "abXYefgh")
        try fileSystem.truncate(descriptor, to: 3)
        #expect(try fileSystem.status(of: descriptor).size == 3)
    }

    @Test func `Watch sees a file lose its name and not what is written to it`() throws {
        try fileSystem.makeDirectory(directory + "/day")
        let path = directory + "/day/a"
        for loss in ["renamed", "removed", "replaced"] {
            let descriptor = try fileSystem.create(path, mode: 0o640)
            defer { fileSystem.close(descriptor) }
            let watch = try #require(fileSystem.watchName(of: path))
            defer { fileSystem.close(watch) }
            try fileSystem.appendAll([1, 2], to: descriptor)
            try fileSystem.truncate(descriptor, to: 1)
            try fileSystem.synchronize(descriptor)
            let other = try fileSystem.create(directory + "/day/b", mode: nil)
            fileSystem.close(other)
            #expect(!fileSystem.hasChangedName(watch), "\(loss)")
            switch loss {
            case "renamed": try fileSystem.rename(path, to: path + ".1")
            case "removed": try fileSystem.remove(path)
            default: try fileSystem.rename(directory + "/day/b", to: path)
            }
            #expect(fileSystem.hasChangedName(watch), "\(loss)")
            #expect(!fileSystem.hasChangedName(watch), "\(loss): said once")
            try? fileSystem.remove(directory + "/day/b")
        }
        #expect(fileSystem.watchName(of: directory + "/day/none") == nil)
    }

    /// As a program that is being started has it.
    @Test func `Lock ends with the file although another descriptor is open`() throws {
        let path = directory + "/lock"
        let first = try fileSystem.create(path, mode: nil)
        let copy = dup(first)
        defer { close(copy) }
        #expect(try fileSystem.lock(first))
        fileSystem.close(first)
        let second = try fileSystem.openForAppending(path)
        defer { fileSystem.close(second) }
        #expect(try fileSystem.lock(second))
    }

    @Test func `Lock is of the open file and ends with it`() throws {
        let first = try fileSystem.create(directory + "/l", mode: 0o640)
        let second = try fileSystem.openForAppending(directory + "/l")
        #expect(try fileSystem.lock(first))
        #expect(try !fileSystem.lock(second))
        fileSystem.close(first)
        #expect(try fileSystem.lock(second))
        fileSystem.close(second)
    }

    @Test func `Pipe under the name of a track holds nobody`() async throws {
        try fileSystem.makeDirectory(directory + "/tracks")
        #expect(mkfifo(directory + "/tracks/2026-11-21.jsonl", 0o600) == 0)
        let writer = try writer()
        #expect(await writer.write(locations(2)))
        #expect(writer.status.currentFile == "2026-11-21.1.jsonl")
        try await writer.close()
    }

    @Test func `Directory that is a file is an error that says so`() async throws {
        fileSystem.close(try fileSystem.create(directory + "/tracks", mode: 0o640))
        let error = await #expect(throws: TrackError.self) { try await writer().open() }
        #expect(error?.code == .notADirectory)
        let missing = await #expect(throws: TrackError.self) { try await writer("no/such").open() }
        #expect(missing?.code == .missing)
    }

    /// A device that is always full is the kernel's own fault injection.
    @Test func `Full device is a disk that is full`() throws {
        let descriptor = try fileSystem.openForAppending("/dev/full")
        defer { fileSystem.close(descriptor) }
        #expect(throws: SystemCallError("write", ENOSPC)) {
            _ = try [UInt8(1)].withUnsafeBufferPointer { (bytes) throws(SystemCallError) in
                try fileSystem.append(bytes, to: descriptor)
            }
        }
    }

    @Test func `Thread has a name`() async throws {
        let writer = try writer()
        _ = try await writer.open()
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        let names = tasks.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8) }
        #expect(names.contains("locd-tracks\n"))
        try await writer.close()
    }
}
