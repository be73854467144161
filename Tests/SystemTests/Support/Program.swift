import Foundation
import LocdTestSupport
import Subprocess
import Testing

/// The programs of a test, and what it skips without.
enum Program {
    /// The built binary: it lies beside the test program, whatever the configuration of the build.
    static let locd = built("locd")
    /// The built helper that asks address servers.
    static let geocode = built("locd-geocode")
    /// The built sender of tracks.
    static let publish = built("locd-publish")
    /// The built server of the page.
    static let web = built("locd-web")
    /// What stands for systemd's socket unit of a hook.
    static let hookListener = tool("hook-listener.py")
    /// A person who answers an agent.
    static let agentPerson = tool("agent-person.py")
    /// The same at a desktop with notifications.
    static let desktopPerson = tool("desktop-person.py")
    /// A broker, as Debian has it.
    static let mosquitto: String? = find("mosquitto")
    /// A program of Core Location's that says what its delegate is told.
    static let probe = built("DelegateProbe")

    /// A program of Core Motion's that says what it is answered.
    static let motionProbe = built("MotionProbe")

    /// The place table, where it was built.
    static let places = Checkout.path(".build/places.locd")
    static var hasPlaces: Bool { FileManager.default.fileExists(atPath: places) }

    /// A tool of ours beside the tests.
    static func tool(_ name: String) -> String { Checkout.path("Tests/Programs/\(name)") }

    /// The base map, where it was built.
    static let baseMap = Checkout.path(".build/basemap.locd")

    static let noBrowser: Comment =
        "chromium, python3-websocket, libjs-leaflet or libjs-dygraphs is not installed: Scripts/deps --ci"

    /// Whether there is a browser, something that drives it, and what the page is made of.
    static func hasBrowser() async -> Bool {
        let files = [
            "/usr/bin/chromium", "/usr/share/javascript/leaflet/leaflet.min.js",
            "/usr/share/javascript/dygraphs/dygraph.min.js",
        ]
        guard files.allSatisfy(FileManager.default.fileExists), find("python3", first: "/usr/bin/python3") != nil else {
            return false
        }
        return (try? await run("/usr/bin/python3", ["-c", "import websocket"]))?.code == 0
    }
    /// axe-core, which `Scripts/deps --ci` gets from PyPI.
    static let axe: String? = {
        let library = Checkout.path(".build/python/lib")
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: library)) ?? []
        return versions.map { "\(library)/\($0)/site-packages/axe_playwright_python/axe.min.js" }
            .first(where: FileManager.default.fileExists)
    }()

    /// A built example.
    static func example(_ name: String) -> String { built(name) }

    /// Whether this user may mount a file system that nobody else sees.
    static let canMount: Bool = {
        var status: Int32 = -1
        var child = pid_t()
        let words = [find("unshare") ?? "unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=1m", "locd", "/mnt"]
        var pointers = words.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        guard posix_spawn(&child, words[0], nil, nil, &pointers, environ) == 0 else { return false }
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status == 0
    }()

    private static func built(_ name: String) -> String {
        let test = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: test).deletingLastPathComponent().appending(path: name).path
    }

    /// gpsd, where it is installed: a service's folder need not be in a person's PATH.
    static let gpsd: String? = find("gpsd")
    static let setpriv: String? = find("setpriv")
    /// Listens, and starts a program for each connection.
    static let socketActivate: String? = find("systemd-socket-activate")
    static let tmux: String? = find("tmux")
    static let mandoc: String? = find("mandoc")
    static let shells: [String: String] = Dictionary(
        uniqueKeysWithValues: ["bash", "zsh", "fish"].compactMap { name in find(name).map { (name, $0) } })
    /// A Python that knows jsonschema: Debian's module belongs to Debian's Python.
    static let python: String? = find("python3", first: "/usr/bin/python3")

    static var hasGPSD: Bool { gpsd != nil }

    /// Whether AppArmor confines programs by their path, as Debian's gpsd is: a copy of it is not confined.
    static var isConfined: Bool {
        (try? String(contentsOfFile: "/sys/module/apparmor/parameters/enabled", encoding: .utf8))?.hasPrefix("Y")
            == true
    }

    /// The beginning of a command that runs a program as an ordinary user; for root only.
    static func asNobody(_ program: String) -> [String] {
        [setpriv ?? "setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", program]
    }

    /// The beginning of a command that runs a program as a user of a number; for root only.
    static func asUser(_ user: Int) -> [String] {
        [setpriv ?? "setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
    }

    /// What a program that ended said.
    struct Answer {
        let status: TerminationStatus
        let output: String
        let words: String

        var code: Int32? { if case .exited(let code) = status { code } else { nil } }
        /// Both, as a person on a terminal sees them.
        var all: String { output + words }
    }

    /// Runs a program to its end.
    static func run(_ path: String, _ arguments: [String]) async throws -> Answer {
        let result = try await Subprocess.run(
            .name("env"), arguments: Arguments([path] + arguments), output: .string(limit: 64 << 20),
            error: .string(limit: 4 << 20))
        return Answer(
            status: result.terminationStatus, output: result.standardOutput, words: result.standardError)
    }

    /// Runs a program with its arguments to its end.
    static func run(_ words: [String]) async throws -> Answer {
        try await run(words[0], Array(words.dropFirst()))
    }

    /// Where a program is installed; `nil` if it is not.
    static func find(_ name: String, first: String? = nil) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let paths = [first].compactMap(\.self) + (folders + ["/usr/sbin", "/sbin"]).map { "\($0)/\(name)" }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

/// What the program says of its verbs and their options: `--experimental-dump-help` of ArgumentParser.
struct CommandDump: Decodable {
    struct Argument: Decodable {
        struct Name: Decodable {
            var name: String
        }
        var names: [Name]?
    }

    var commandName: String
    var shouldDisplay: Bool?
    var arguments: [Argument]?
    var subcommands: [CommandDump]?

    /// The built binary's.
    static func ofLocd() async throws -> CommandDump {
        struct Dump: Decodable { var command: CommandDump }
        let answer = try await Program.run(Program.locd, ["--experimental-dump-help"])
        return try JSONDecoder().decode(Dump.self, from: Data(answer.output.utf8)).command
    }

    /// It and all below it, each with the words that call it.
    func all(_ words: [String] = []) -> [(words: [String], command: CommandDump)] {
        [(words, self)] + (subcommands ?? []).flatMap { $0.all(words + [$0.commandName]) }
    }
}
