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
        @Test(arguments: AgentFace.allCases)
        func `The answers of a person decide, of another user's agent nothing comes, and silence decides nothing`(
            _ face: AgentFace
        ) async throws {
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

        @Test
        func
            `A button that another program of the session presses is none, and a question outlives the server of notifications`()
            async throws
        {
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

        @Test func `The question says what the Info.plist beside the program says`() async throws {
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
    }
}
