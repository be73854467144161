import Foundation
import LocdConfiguration
import LocdTestSupport
import Logging
import Testing

/// Settings in files beside the configuration file.
@Suite("Drop-ins") struct DropInTests {
    private let directory = TemporaryDirectory()
    private var file: String { "\(directory.path)/locd.yaml" }

    init() throws {
        try FileManager.default.createDirectory(atPath: "\(file).d", withIntermediateDirectories: false)
    }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(directory.path)/\(name)", atomically: true, encoding: .utf8)
    }

    @Test func `The last file by name counts, and the environment more`() throws {
        try write("recorder: {distanceFilter: 1}\nlog: {level: debug}\n", to: "locd.yaml")
        try write("recorder: {distanceFilter: 2, maximumAge: 20}\n", to: "locd.yaml.d/10-a.yaml")
        try write("recorder: {distanceFilter: 3}\n", to: "locd.yaml.d/20-b.yaml")
        try write("recorder: {distanceFilter: 4}\n", to: "locd.yaml.d/30-c.yaml.bak")
        try write("recorder: {distanceFilter: 5}\n", to: "locd.yaml.d/.40-d.yaml")
        let loaded = try Configuration.load(path: file)
        #expect(loaded.configuration.recorder.distanceFilter == 3)
        #expect(loaded.configuration.recorder.maximumAge == 20)
        #expect(loaded.configuration.log.level == .debug)
        #expect(loaded.dropIns == ["\(file).d/10-a.yaml", "\(file).d/20-b.yaml"])
        let key = try #require(ConfigurationKey.all.first { $0.id == "recorder.distanceFilter" })
        #expect("\(loaded.origin(of: key))".hasPrefix("\(file).d/20-b.yaml:1"))
        let forced = try Configuration.load(path: file, environment: ["LOCD_RECORDER_DISTANCEFILTER": "7"])
        #expect(forced.configuration.recorder.distanceFilter == 7)
    }

    @Test func `Without a file drop-ins count alone`() throws {
        try write("recorder: {distanceFilter: 2}\n", to: "locd.yaml.d/a.yaml")
        let loaded = try Configuration.load(path: nil, defaultPath: file)
        #expect(loaded.file == nil)
        #expect(loaded.configuration.recorder.distanceFilter == 2)
        try FileManager.default.removeItem(atPath: "\(file).d")
        #expect(try Configuration.load(path: nil, defaultPath: file).configuration == Configuration())
    }

    @Test func `What is wrong in any of them is said with its file`() throws {
        try write("recorder: {distanceFilter: far}\n", to: "locd.yaml")
        try write("# good\n", to: "locd.yaml.d/a.yaml")
        try write("recorder: {distance: 1}\n", to: "locd.yaml.d/b.yaml")
        try write("recorder: [", to: "locd.yaml.d/c.yaml")
        let error = #expect(throws: ConfigurationError.self) { try Configuration.load(path: file) }
        let problems = (error?.problems ?? []).map(\.description)
        #expect(problems.count >= 3)
        for (problem, name) in zip(problems, ["locd.yaml:1", "b.yaml:1", "c.yaml:"]) {
            #expect(problem.contains(name), "\(problem)")
        }
    }
}
