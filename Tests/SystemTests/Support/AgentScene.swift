import Foundation
import Glibc
import LocationModel
import LocdClient
import LocdProtocol
import Testing

/// Where a person answers what a program may have.
enum AgentFace: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case terminal, notifications

    var testDescription: String { rawValue }

    /// Whether this machine has what it needs.
    static let areThere = PrivateBus.hasMocks && Program.setpriv != nil

    /// What a person does: skips a question.
    var skip: String { self == .terminal ? "s" : "close" }
    /// How it looks when nobody needs to answer any more.
    var withdrawn: String { self == .terminal ? "No answer is needed any more" : "taken back" }
}

/// A daemon that asks users' agents, people who answer it, and a client of nobody's.
struct AgentScene: Sendable {
    let stage: Stage
    let locd: DaemonConfiguration
    let binary: String

    /// A daemon without locations, which waits four seconds for an answer.
    init(_ stage: Stage, agentTimeout: Int = 4) async throws {
        self.stage = stage
        locd = try stage.silent(["clients.userAgents: true", "clients.agentTimeout: \(agentTimeout)"])
        _ = try await stage.daemon(locd)
        binary = try stage.publicCopyOfLocd()
        for tool in [Program.agentPerson, Program.desktopPerson] {
            let copy = stage.path(URL(filePath: tool).lastPathComponent)
            try FileManager.default.copyItem(atPath: tool, toPath: copy)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: copy)
        }
    }

    /// A person with an agent, who gives these answers and then no more; it waits for questions when this returns.
    func person(_ name: String, as user: String = "nobody", at face: AgentFace, _ answers: [String]) async throws
        -> Child
    {
        let tool = URL(filePath: face == .terminal ? Program.agentPerson : Program.desktopPerson).lastPathComponent
        let agent = [binary, "agent", "--socket", locd.socket] + (face == .terminal ? [] : ["--notifications"])
        let child = stage.start(
            name, path: try #require(Program.setpriv),
            ["--reuid=\(user)", "--regid=nogroup", "--clear-groups", try #require(Program.python), stage.path(tool)]
                + agent + ["--"] + answers)
        try await stage.until("\(name) waits") { child.words.contains("waiting for questions") }
        return child
    }

    /// Ends the agent of a person at once, without a word.
    func kill(_ person: Child) async throws {
        let line = try #require(person.words.split(separator: "\n").first { $0.hasPrefix("agent ") })
        let process = try #require(Int32(line.dropFirst("agent ".count).filter(\.isNumber)))
        person.mayEnd()
        #expect(Glibc.kill(process, SIGKILL) == 0)
        try await stage.until("\(person.name) has ended") { person.status != nil }
    }

    /// What `locd wait` of nobody's ends with: 75 is allowed without a location, 77 is not allowed.
    func ask() async throws -> Int32? {
        try await Program.run(Program.asNobody(binary) + ["wait", "--timeout", "5", "--socket", locd.socket]).code
    }

    /// What is decided about nobody's client, if anything.
    func decided() async throws -> ReportedAuthorization? {
        let reply = try await locd.client.call(LocationInterface.Authorizations.self, NoParameters())
        return reply.authorizations.first { $0.user == 65534 && $0.authorizationStatus != .notDetermined }
    }

    /// Forgets what is decided.
    func reset() async throws {
        _ = try await locd.client.call(LocationInterface.Reset.self, ClientParameters(user: 65534))
        guard let unit = try await decided()?.unit else { return }
        _ = try await locd.client.call(LocationInterface.Reset.self, ClientParameters(user: 65534, unit: unit))
    }
}
