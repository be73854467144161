import Foundation
import LocdClient

/// A daemon of a test: its file, its folder of tracks, its socket.
struct DaemonConfiguration {
    /// Everything that locd does not say no to: what comes in is what is written.
    static let unfiltered = [
        "recorder.distanceFilter: none", "recorder.pausesLocationUpdatesAutomatically: false",
        "recorder.holdsPositionWhenStationary: false", "recorder.maximumHorizontalAccuracy: none",
        "recorder.maximumAge: none", "recorder.maximumSpeed: none",
    ]

    /// Holds all of it.
    let directory: String
    /// `section.key: value`; of a key that is named twice the last counts.
    var settings: [String]

    var file: String { "\(directory)/locd.yaml" }
    var socket: String { "\(directory)/locd.sock" }
    var tracks: String { "\(directory)/tracks" }
    var client: LocdClient { LocdClient(socketPath: socket) }

    /// The same with other settings.
    func with(_ more: [String]) -> DaemonConfiguration {
        DaemonConfiguration(directory: directory, settings: settings + more)
    }

    /// As the file says it.
    var yaml: String {
        let own = [
            "tracks.directory: \(tracks)", "state.directory: \(directory)/state", "api.socket: \(socket)",
            "regions.file: \(directory)/regions.geojson", "clients.file: \(directory)/clients.yaml",
        ]
        var sections: [String: [String: String]] = [:]
        // A section that is one value.
        let whole = settings.filter { $0.hasPrefix("hooks:") }
        for setting in own + settings where !setting.hasPrefix("hooks:") {
            guard let dot = setting.firstIndex(of: "."), let colon = setting.firstIndex(of: ":") else { continue }
            let key = String(setting[setting.index(after: dot)..<colon])
            sections[String(setting[..<dot]), default: [:]][key] = String(setting[setting.index(after: colon)...])
        }
        return sections.sorted { $0.key < $1.key }.map { section, keys in
            "\(section):\n" + keys.sorted { $0.key < $1.key }.map { "  \($0.key):\($0.value)\n" }.joined()
        }.joined() + whole.map { "\($0)\n" }.joined()
    }

    /// Writes the file, and makes the folder of tracks.
    func write() throws {
        try FileManager.default.createDirectory(atPath: tracks, withIntermediateDirectories: true)
        try yaml.write(toFile: file, atomically: true, encoding: .utf8)
    }

    /// Makes a file beside it: `regions.geojson`, `clients.yaml`.
    func write(_ text: String, to name: String) throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try text.write(toFile: "\(directory)/\(name)", atomically: true, encoding: .utf8)
    }

    /// `locd status`, the command.
    func statusCommand(_ options: String...) async throws -> Program.Answer {
        try await Program.run(Program.locd, ["status", "--socket", socket] + options)
    }

    /// Adds to the end of a file, as a power cut might leave it.
    func append(_ text: String, to file: String) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: file))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    /// The lines of all its track files, in order.
    func track() throws -> [TrackEntry] {
        try trackBytes().split(separator: UInt8(ascii: "\n")).map { try TrackEntry(Array($0)) }
    }

    /// The bytes of all its track files, in order: their names are days.
    func trackBytes() throws -> [UInt8] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: tracks)) ?? []
        let files = names.filter { $0.hasSuffix(".jsonl") && $0 != "current.jsonl" }.sorted()
        return try files.flatMap { Array(try Data(contentsOf: URL(filePath: "\(tracks)/\($0)"))) }
    }
}
