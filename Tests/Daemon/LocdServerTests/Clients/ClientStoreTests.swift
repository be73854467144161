import FoundationEssentials
import LocationModel
import LocationServices
import LocdProtocol
import LocdTestSupport
import LogTestSupport
import Logging
import SystemSupport
import Testing

@testable import LocdServer

@Suite struct ClientStoreTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }

    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let clock = ManualClock().clock

    private func store(in directory: String, logger: Logger? = nil) throws -> ClientStore {
        try ClientStore(
            directory: directory, thread: ExecutorThread(named: "test"), clock: clock, logger: logger ?? self.logger)
    }

    private func record(_ label: String?) -> ClientRecord {
        var record = ClientRecord(
            client: ClientIdentity(user: 1000, unit: "map.service", label: label), authorization: .everything)
        record.regions = [ReportedRegion(Region(identifier: "home", center: .sample, radius: 100))]
        record.monitorsVisits = true
        record.waiting = [ReportedEventSamples.region]
        record.dropped = 3
        return record
    }

    @Test func `Saved conditions are read by the next run`() async throws {
        let store = try store(in: directory)
        for label in [nil, "a", "../../etc/x\n"] { await store.save(record(label), revision: 1, isNeeded: true) }
        let records = await (try self.store(in: directory)).load()
        #expect(Set(records.map(\.client.label)) == [nil, "a", "../../etc/x\n"])
        for found in records {
            #expect(found.regions == record(nil).regions)
            #expect(found.monitorsVisits)
            #expect(found.waiting == record(nil).waiting)
            #expect(found.dropped == 3)
        }
        let mode = try FileManager.default.attributesOfItem(atPath: directory + "/clients")[.posixPermissions]
        #expect(mode as? Int == 0o700)
    }

    @Test func `Any number of removed records takes bounded memory`() async throws {
        try await TemporaryDirectory.with { directory in
            let store = try store(in: directory)
            await store.save(record("kept"), revision: 0, isNeeded: true)
            for number in 1...3 * ClientStore.maximumRemoved {
                await store.save(record("\(number)"), revision: number, isNeeded: false)
            }
            #expect(await store.saved.count == ClientStore.maximumRemoved + 1)
            #expect(await store.load().map(\.client.label) == ["kept"])
        }
    }

    @Test func `An older revision never replaces a newer one`() async throws {
        let store = try store(in: directory)
        await store.save(record("a"), revision: 2, isNeeded: true)
        var old = record("a")
        old.regions = []
        await store.save(old, revision: 1, isNeeded: true)
        #expect(await store.load().map(\.regions.count) == [1])
        await store.save(old, revision: 3, isNeeded: false)
        #expect(await store.load().isEmpty)
    }

    @Test func `Damaged records are set aside and hide nothing else`() async throws {
        let store = try store(in: directory)
        await store.save(record("a"), revision: 1, isNeeded: true)
        await store.save(record("b"), revision: 2, isNeeded: true)
        let damaged = "\(directory)/clients/\(ClientStore.name(of: record("a").client))"
        for text in ["", "{\"schema\":1", "[]", "{\"schema\":99,\"client\":{\"user\":1000}}"] {
            try Data(text.utf8).write(to: URL(filePath: damaged))
            #expect(await store.load().map(\.client.label) == ["b"], "\(text)")
            #expect(!FileManager.default.fileExists(atPath: damaged))
        }
        // A record under the name of another client is nobody's.
        let other = "\(directory)/clients/\(ClientStore.name(of: record("b").client))"
        try FileManager.default.copyItem(atPath: other, toPath: damaged)
        #expect(await store.load().map(\.client.label) == ["b"])
    }

    /// A directory bears the name of the file: for nobody is that readable, whoever runs the test.
    @Test(arguments: [true, false])
    func `Unreadable files are set aside before they are replaced or removed`(_ isNeeded: Bool) async throws {
        let path = "\(directory)/clients/\(ClientStore.name(of: record("a").client))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let store = try store(in: directory)
        #expect(await store.load().isEmpty)
        #expect(FileManager.default.fileExists(atPath: path))
        await store.save(record("b"), revision: 1, isNeeded: true)
        #expect(!FileManager.default.fileExists(atPath: "\(path).unreadable"))
        await store.save(record("a"), revision: 2, isNeeded: isNeeded)
        #expect(FileManager.default.fileExists(atPath: "\(path).unreadable"))
        #expect(await store.load().map(\.client.label).contains("a") == isNeeded)
    }

    @Test func `The first failure to write and the recovery are logged`() async throws {
        let lines = LoggedLines()
        let obstacle = "\(directory)/state"
        try Data().write(to: URL(filePath: obstacle))
        let store = try store(in: obstacle, logger: lines.logger)
        for revision in 1...3 { await store.save(record("a"), revision: revision, isNeeded: true) }
        #expect(lines.all.count == 1 && lines.text.contains("not writable"))
        try FileManager.default.removeItem(atPath: obstacle)
        for revision in 4...6 { await store.save(record("a"), revision: revision, isNeeded: true) }
        #expect(lines.all.count == 2 && lines.text.contains("writable again"))
    }

    /// A directory in the place of the file cannot be removed as one.
    @Test func `A record that could not be removed is removed later, unless it is needed again`() async throws {
        let store = try store(in: directory)
        let paths = ["a", "b"].map { "\(directory)/clients/\(ClientStore.name(of: record($0).client))" }
        for (path, label) in zip(paths, ["a", "b"]) {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            await store.save(record(label), revision: 1, isNeeded: false)
            try FileManager.default.removeItem(atPath: path)
        }
        await store.save(record("b"), revision: 2, isNeeded: true)
        try Data().write(to: URL(filePath: paths[0]))
        await store.removeAgain()
        #expect(!FileManager.default.fileExists(atPath: paths[0]))
        #expect(await store.load().map(\.client.label) == ["b"])
    }

    @Test func `A directory that cannot be written stops nothing`() async throws {
        let store = try store(in: "/proc/nowhere")
        await store.save(record("a"), revision: 1, isNeeded: true)
        #expect(await store.load().isEmpty)
    }
}

enum ReportedEventSamples {
    static let region = ReportedEvent(
        .region(RegionEvent(timestamp: .sample(1), identifier: "home", state: .outside, cause: .crossed)))
}
