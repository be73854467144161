import FoundationEssentials
import LocationModel
import LocdTestSupport
import Motion
import Testing

@testable import LocationServices
@testable import LocdDaemon
@testable import LocdRecorder

@Suite struct StateFileTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }

    /// A state with everything in it: inside a region, in a visit, smoothed.
    private static var state: PipelineState {
        var settings = ManagerSettings()
        settings.smoothing = .kalman
        settings.maximumSpeed = 100
        let home = Region(identifier: "home", center: .sample, radius: 100)
        var replay = Replay(settings: settings, monitoring: MonitoredServices(visits: true, regions: [home]))
        var events: [LocationEvent] = []
        for second in 0..<400 { replay.receive(.fix(.sample(Double(second), speed: 0)), into: &events) }
        return replay.state
    }

    private func state(_ finding: StateFile.Finding) -> PipelineState? {
        if case .state(let state) = finding { state } else { nil }
    }

    private func damage(_ finding: StateFile.Finding) -> String? {
        if case .unusable(let problem) = finding { problem } else { nil }
    }

    @Test func `Written state is read back, and the directory is made`() throws {
        var file = StateFile(directory: "\(directory)/state")
        guard case .none = file.read() else { return #expect(Bool(false), "there is none yet") }
        for isSynced in [true, false] { try file.write(Self.state, isSynced: isSynced) }
        let state = try #require(self.state(file.read()))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try encoder.encode(state) == encoder.encode(Self.state))
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(directory)/state")
        #expect(names == ["recorder.json"])
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600, "it holds positions, of private regions too")
    }

    /// Each part with a figure that no JSON has, and with one that no run can have.
    @Test(arguments: [Double.infinity, -.infinity, .nan, -7])
    func `A poisoned part is left out, and the rest is kept`(_ figure: Double) throws {
        var file = StateFile(directory: directory)
        var state = Self.state
        state.gate?.travelledInPlace = figure
        state.services.latest?.horizontalAccuracy = figure
        let dropped = try file.write(state, isSynced: false)
        #expect(dropped == ["latest", "gate"])
        let read = try #require(self.state(file.read()))
        #expect(read.gate == nil && read.services.latest == nil)
        #expect(read.services.regions != nil && read.services.visits != nil && read.services.updates != nil)
        let none = try file.write(Self.state, isSynced: false)
        #expect(none.isEmpty)
    }

    @Test func `What another version knew of the trust is learned anew, and the rest is kept`() throws {
        var file = StateFile(directory: directory)
        let text = String(decoding: try Self.text(), as: UTF8.self)
        let other = text.replacing(#""drag":"#, with: #""another":"#)
        #expect(other != text)
        try Data(other.utf8).write(to: URL(filePath: file.path))
        let read = try #require(self.state(file.read()))
        #expect(read.integrity == nil && read.gate != nil)
        #expect(read.services.regions != nil && read.services.visits != nil && read.services.updates != nil)
    }

    @Test func `Files of a killed run are harmless`() throws {
        var file = StateFile(directory: directory)
        try Data("half a sta".utf8).write(to: URL(filePath: "\(file.path).new"))
        try file.write(Self.state, isSynced: true)
        #expect(self.state(file.read()) != nil)
        #expect(!FileManager.default.fileExists(atPath: "\(file.path).new"))
    }

    @Test(arguments: [
        "", "{}", "[]", "nonsense", #"{"version":1}"#, #"{"version":2,"state":{"services":{}}}"#,
        #"{"version":1,"state":7}"#,
        String(repeating: "[", count: 100_000),
        #"{"version":1,"state":{"services":{"latest":{"timestamp":"2026-11-21T06:00:00Z","coordinate":{"latitude":91,"longitude":0},"isSimulated":false}}}}"#,
        #"{"version":1,"state":{"services":{"latest":{"timestamp":"2026-11-21T06:00:00Z","coordinate":{"latitude":1,"longitude":0},"horizontalAccuracy":-5,"isSimulated":false}}}}"#,
    ])
    func `Invalid state is not used`(text: String) throws {
        var file = StateFile(directory: directory)
        try Data(text.utf8).write(to: URL(filePath: file.path))
        #expect(damage(file.read()) != nil)
        #expect(file.setAside())
        guard case .none = file.read() else { return #expect(Bool(false)) }
        #expect(FileManager.default.fileExists(atPath: file.damagedPath))
    }

    @Test func `Non-regular files are not used`() throws {
        var file = StateFile(directory: directory)
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
        switch file.read() {
        case .state, .none: #expect(Bool(false))
        case .unusable, .unreadable: break
        }
    }

    /// Whatever stands in the file, nothing crashes: neither its reading nor what goes on from it.
    @Test(arguments: 0..<Rounds.of(40)) func `No damage crashes anything`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let text = Array(try Self.text())
        var file = StateFile(directory: directory)
        for _ in 0..<25 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(index..<min(index + 9, bytes.count))
                case 2: Self.spoilNumber(in: &bytes, near: index, &random)
                default: bytes = Array(bytes.prefix(max(index, 1)))
                }
            }
            try Data(bytes).write(to: URL(filePath: file.path))
            guard case .state(let state) = file.read() else { continue }
            goOn(from: state)
        }
    }

    private static func text() throws -> Data {
        struct Content: Encodable {
            let version = 1
            let state: PipelineState
        }
        return try JSONEncoder().encode(Content(state: Self.state))
    }

    /// Another number in the place of one: most damage that is still JSON.
    private static func spoilNumber(in bytes: inout [UInt8], near index: Int, _ random: inout SeededGenerator) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let start = bytes[index...].firstIndex(where: digits.contains) else { return }
        let end = bytes[start...].firstIndex { !digits.contains($0) && $0 != UInt8(ascii: ".") } ?? bytes.count
        let number = ["0", "-1", "1e300", "-1e300", "1e-300", "180.5", "99999999"].randomElement(using: &random) ?? "0"
        bytes.replaceSubrange(start..<end, with: Array(number.utf8))
    }

    private func goOn(from state: PipelineState) {
        var settings = ManagerSettings()
        settings.smoothing = .kalman
        settings.maximumSpeed = 100
        let home = Region(identifier: "home", center: .sample, radius: 100)
        var replay = Replay(
            settings: settings, monitoring: MonitoredServices(visits: true, regions: [home]), resuming: state,
            after: state.latest.map { StandardUpdates.Seed(location: $0, timestamp: $0.timestamp, pausedAt: nil) })
        var events: [LocationEvent] = []
        var lines = JSONLine()
        for second in 400..<1200 {
            let north = second < 700 ? 0.0 : Double(second - 700) * 10
            replay.receive(.fix(.sample(Double(second), north: north, speed: 1)), into: &events)
        }
        for event in events { lines.append(event) }
        #expect(!events.isEmpty, "it must see that it went away")
    }
}
