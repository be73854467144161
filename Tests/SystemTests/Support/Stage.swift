import Foundation
import Subprocess
import Synchronization
import Testing

/// What one test has to itself: a folder, free ports, and processes that all end with it, however it ends.
final class Stage: Sendable {
    /// A wait that came to nothing, and what everybody said last.
    struct Expired: Error, CustomStringConvertible {
        let description: String
    }

    /// Open to everybody: a gpsd that dropped its privileges must reach the receiver's link in it.
    let directory: String
    private let children = Mutex<[Child]>([])

    private init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "locd-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }

    /// Runs a test on a stage of its own, and clears it away after.
    static func run<Value: Sendable>(_ body: (Stage) async throws -> Value) async throws -> Value {
        let stage = try Stage()
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(stage))
        } catch {
            result = .failure(error)
        }
        // Also where the test ran out of time and was cancelled.
        await Task { await stage.clear() }.value
        return try result.get()
    }

    /// A path below the stage's folder.
    func path(_ name: String) -> String { "\(directory)/\(name)" }

    /// Makes a file of the stage's folder, which may be a program; returns its path.
    @discardableResult
    func file(_ name: String, _ text: String, isProgram: Bool = false) throws -> String {
        let file = path(name)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        if isProgram { try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file) }
        return file
    }

    /// The lines of a file of the stage's folder; none if it is not there.
    func lines(of name: String) -> [String] {
        ((try? String(contentsOfFile: path(name), encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }

    /// Starts a program that goes on until the stage ends it, and whose end before that is a failure.
    func start(_ name: String, path: String, _ arguments: [String]) -> Child {
        let child = Child(name, path: path, arguments: arguments)
        children.withLock { $0.append(child) }
        return child
    }

    /// Looks again and again until there is an answer; throws when there is none in time, or when a process that should
    /// run ended. This is the only wait of the system tests. The limit is that of an idle machine; a busy one has four
    /// times as long.
    func until<Value>(
        _ what: String, within limit: Duration = .seconds(30), every pause: Duration = .milliseconds(20),
        _ look: () async throws -> Value?
    ) async throws -> Value {
        let deadline = ContinuousClock.now + limit * 4
        while true {
            if let value = try await look() { return value }
            if let failed = children.withLock({ $0.first(where: \.hasFailed) }) {
                throw Expired(description: "\(failed.name) ended by itself, before: \(what)\n\(report)")
            }
            guard ContinuousClock.now < deadline else {
                throw Expired(description: "not within \(limit * 4): \(what)\n\(report)")
            }
            try await Task.sleep(for: pause)
        }
    }

    /// Looks again and again until it is so.
    func until(
        _ what: String, within limit: Duration = .seconds(30), every pause: Duration = .milliseconds(20),
        _ isSo: () async throws -> Bool
    ) async throws {
        let _: Bool = try await until(what, within: limit, every: pause) { try await isSo() ? true : nil }
    }

    /// The last words of all processes.
    var report: String { children.withLock { $0.map(\.report).joined(separator: "\n") } }

    private func clear() async {
        // Backwards: locd first, so that nobody sees the one before vanish.
        for child in children.withLock({ $0.reversed() }) { await child.end() }
        try? FileManager.default.removeItem(atPath: directory)
    }
}
