import Foundation
import Glibc
import LocationModel
import LocdProtocol
import Testing

extension ServiceSystemTests {
    /// `locd agent` on a pseudo-terminal and at a desktop, and a client that waits for the answer.
    @Suite(
        "Agents",
        .enabled(
            if: getuid() == 0 && AgentFace.areThere,
            "this needs root, setpriv, dbus-daemon and python3-dbusmock: Scripts/deps --ci"))
    struct Agents {
        @Test(
            "the answers of a person decide, of another user's agent nothing comes, and silence decides nothing",
            arguments: AgentFace.allCases)
        func answers(_ face: AgentFace) async throws {
            try await Stage.run { stage in
                let scene = try await AgentScene(stage)
                let hostile = try await scene.person("a stranger", as: "games", at: face, ["always"])
                let own = try await scene.person(
                    "the person", at: face,
                    (face == .terminal ? ["what?"] : [])
                        + ["while in use", "reduced", "never", "always", "once", face.skip])
                #expect(try await scene.ask() == 75, "allowed, and there is no location: \(own.report)")
                #expect(try await scene.decided()?.authorizationStatus == .authorizedWhenInUse)
                #expect(try await scene.decided()?.accuracyAuthorization == .fullAccuracy)
                try await scene.reset()
                #expect(try await scene.ask() == 75)
                #expect(try await scene.decided()?.authorizationStatus == .authorizedWhenInUse)
                #expect(try await scene.decided()?.accuracyAuthorization == .reducedAccuracy)
                try await scene.reset()
                #expect(try await scene.ask() == 77)
                #expect(try await scene.decided()?.authorizationStatus == .denied)
                try await scene.reset()
                #expect(try await scene.ask() == 75)
                // Never more than was asked for.
                #expect(try await scene.decided()?.authorizationStatus == .authorizedWhenInUse)
                try await scene.reset()
                #expect(try await scene.ask() == 75, "once")
                try await stage.until("once is over") { try await scene.decided() == nil }
                #expect(try await scene.ask() == 77, "skipped: \(own.report)")
                #expect(try await scene.decided() == nil)
                // Who was not answered is not asked again for a minute, but for a reset.
                try await scene.reset()
                #expect(try await scene.ask() == 77, "no answer in time: \(own.report)")
                #expect(try await scene.decided() == nil)
                #expect(own.words.contains(face.withdrawn), "\(own.words)")
                #expect(own.words.contains("nobody") && own.words.contains("while it is in use"))
                #expect(!hostile.words.contains("asks for"), "\(hostile.words)")
            }
        }

        @Test(
            "an agent that is killed leaves the question to the others, and the first answer of two agents counts",
            arguments: AgentFace.allCases)
        func several(_ face: AgentFace) async throws {
            try await Stage.run { stage in
                let scene = try await AgentScene(stage, agentTimeout: 60)
                let killed = try await scene.person("the first agent", at: face, [])
                let silent = try await scene.person("the second agent", at: face, [])
                async let asked = scene.ask()
                for child in [killed, silent] {
                    try await stage.until("\(child.name) is asked") { child.words.contains("asks for") }
                }
                try await scene.kill(killed)
                #expect(try await scene.decided() == nil)
                // It comes late, and is asked what is still open.
                _ = try await scene.person("the third agent", at: face, ["while in use"])
                #expect(try await asked == 75)
                #expect(try await scene.decided()?.authorizationStatus == .authorizedWhenInUse)
                try await stage.until("the second agent need not answer") { silent.words.contains(face.withdrawn) }
            }
        }

        @Test(
            "a button that another program of the session presses is none, and a question outlives the server of notifications"
        )
        func desktop() async throws {
            try await Stage.run { stage in
                let scene = try await AgentScene(stage)
                let forged = try await scene.person("the person", at: .notifications, ["forge"])
                #expect(try await scene.ask() == 77, "nobody answered: \(forged.report)")
                #expect(try await scene.decided() == nil)
                #expect(forged.words.contains("notification 1"), "\(forged.words)")
                try await scene.kill(forged)
            }
            try await Stage.run { stage in
                let scene = try await AgentScene(stage, agentTimeout: 60)
                let person = try await scene.person("the person", at: .notifications, ["restart", "never"])
                #expect(try await scene.ask() == 77, "never: \(person.report)")
                #expect(try await scene.decided()?.authorizationStatus == .denied)
            }
        }

        @Test("the question says what the Info.plist beside the program says")
        func purpose() async throws {
            try await Stage.run { stage in
                let scene = try await AgentScene(stage, agentTimeout: 60)
                let program = try stage.publicCopy(of: Program.example("Tutorials"))
                let purposes = ["NSLocationWhenInUseUsageDescription": "To show the way home."]
                try PropertyListSerialization.data(fromPropertyList: purposes, format: .xml, options: 0)
                    .write(to: URL(filePath: stage.path("Info.plist")))
                let person = try await scene.person("the person", at: .terminal, ["while in use"])
                let words =
                    Program.asNobody("/usr/bin/env") + [
                        "LOCD_SOCKET=\(scene.locd.socket)", "XDG_STATE_HOME=/nonexistent", program,
                        "permission-manager",
                    ]
                let answer = try await Program.run(words)
                #expect(answer.output == "while in use\nfull accuracy\n", "\(answer.all)")
                #expect(person.words.contains("It says: \"To show the way home.\""), "\(person.words)")
            }
        }

        @Test("unless clients.userAgents is true, only root's agent is taken")
        func closed() async throws {
            try await Stage.run { stage in
                let locd = try stage.silent()
                _ = try await stage.daemon(locd)
                let refused = try await Program.run(
                    Program.asNobody(try stage.publicCopyOfLocd()) + ["agent", "--socket", locd.socket])
                #expect(refused.code == 77, "\(refused)")
            }
        }
    }
}
