import Foundation
import Glibc
import LocationModel
import LocdProtocol
import Subprocess
import Testing

extension SystemTests {
    /// What users may know of where this machine is, as the daemon that ships tells them.
    @Suite(
        "Who may know where it is",
        .enabled(
            if: getuid() == 0 && Program.setpriv != nil && Program.python != nil,
            "only root can become somebody else, with setpriv; and Python is needed"))
    struct Authorized {
        private static let (full, limited, none) = (40_001, 40_002, 40_003)

        private func locd(_ words: String..., at locd: DaemonConfiguration) async throws -> Program.Answer {
            try await Program.run(Program.locd, words + ["--socket", locd.socket])
        }

        /// All that a user is answered, under a label.
        private func replies(
            _ user: Int, _ label: String, at locd: DaemonConfiguration
        ) async throws -> [(method: String, reply: [String: Any])] {
            let answer = try await Program.run(
                Impostor.command(user: user, socket: locd.socket, label: label))
            #expect(answer.code == 0, "\(answer.all.suffix(2000))")
            let replies = try Impostor.replies(answer.output)
            let names = LocationInterface.methods.map { String($0.name.split(separator: ".")[3]) }
            #expect(Set(replies.map(\.method)) == Set(names))
            return replies
        }

        /// Every object in a reply that has a latitude.
        private func places(_ value: Any) -> [[String: Any]] {
            if let object = value as? [String: Any] {
                return (object["latitude"] == nil ? [] : [object]) + object.values.flatMap(places)
            }
            return (value as? [Any])?.flatMap(places) ?? []
        }

        private func errors(_ replies: [(method: String, reply: [String: Any])]) -> [String: String] {
            let found = replies.compactMap { method, reply in
                (reply["error"] as? String).map { (method, String($0.split(separator: ".").last ?? "")) }
            }
            return Dictionary(found, uniquingKeysWith: { first, _ in first })
        }

        private static let administration = [
            "Reload", "Authorize", "Deny", "Reset", "Authorizations", "Agent", "Answer",
            "ReportAdvertisements", "ReportSteps", "OverrideRecorder",
        ]

        @Test func `The number that stands for no user is refused before anybody is asked`() async throws {
            let answer = try await Program.run(Program.locd, ["client", "deny", "4294967295"])
            #expect(answer.code == 64)
            #expect(answer.words.contains("this machine has no user 4294967295"))
        }

        @Test func `One user exactly, one roughly, one not at all: by every method, and whatever they call themselves`()
            async throws
        {
            try await Stage.run { stage in
                let (locd, child) = try await stage.live()
                #expect(try await self.locd("client", "allow", "\(Self.full)", at: locd).code == 0)
                #expect(try await self.locd("client", "allow", "\(Self.limited)", "--reduced", at: locd).code == 0)
                // The labels of those who may have more.
                for label in ["", "\(Self.full)", "root"] {
                    let exact = try await replies(Self.full, label, at: locd)
                    let found = exact.flatMap { places($0.reply) }.filter { $0["timestamp"] != nil }
                    #expect(found.count >= 5 && found.allSatisfy { ($0["horizontalAccuracy"] as? Double ?? 0) < 100 })
                    let refusals = [
                        "RequestTemporaryFullAccuracyAuthorization": "PromptDeclined",
                        "ReverseGeocode": "GeocoderUnavailable", "Geocode": "GeocoderUnavailable",
                    ]
                    #expect(
                        errors(exact)
                            == refusals.merging(
                                Self.administration.map { ($0, "PermissionDenied") }, uniquingKeysWith: { $1 }))

                    let reduced = try await replies(Self.limited, label, at: locd)
                    let delivered = reduced.flatMap { places($0.reply) }
                    let kinds = Set(delivered.map { "\($0["latitude"] ?? 0) \($0["longitude"] ?? 0)" })
                    #expect(delivered.count >= 5 && kinds.count == 1, "\(kinds)")
                    for place in delivered {
                        #expect(
                            Set(place.keys).isSubset(of: [
                                "type", "timestamp", "latitude", "longitude", "horizontalAccuracy", "simulated",
                            ]), "\(place)")
                        #expect(place["horizontalAccuracy"] as? Double ?? 0 > 4000)
                    }
                    let refused = errors(reduced)
                    for method in [
                        "Heading", "AddRegion", "RegionState", "Clients", "Tracks", "Sky", "Configuration",
                        "MotionHistory",
                    ] {
                        #expect(refused[method] == "FullAccuracyRequired", "\(method)")
                    }
                    for method in Self.administration { #expect(refused[method] == "PermissionDenied", "\(method)") }
                    #expect(!text(reduced).contains(locd.tracks))

                    let nothing = try await replies(Self.none, label, at: locd)
                    #expect(nothing.allSatisfy { places($0.reply).isEmpty })
                    // Others learn of no program of another user.
                    for (user, answers) in [(Self.limited, reduced), (Self.none, nothing)] {
                        #expect(users(in: answers).isSubset(of: [user]))
                    }
                    #expect(users(in: exact).isSuperset(of: [0, Self.full]))
                    #expect(!text(nothing).contains("latitude") && !text(nothing).contains(locd.tracks))
                    for method in [
                        "Location", "Updates", "Heading", "Visits", "AddRegion", "Regions", "Clients", "Tracks",
                        "Configuration", "MotionHistory",
                    ] {
                        #expect(errors(nothing)[method] == "NotAuthorized", "\(method)")
                    }
                }
                for word in [
                    "Access granted", "Access refused", "uid=\(Self.limited)", "uid=\(Self.none)", "no decision stored",
                ] {
                    try await stage.until("\(word) is in the log") { child.words.contains(word) }
                }
                let list = try await self.locd("client", "list", at: locd)
                #expect(
                    list.output.contains("user \(Self.limited): authorizedWhenInUse, reducedAccuracy"), "\(list.all)")
                #expect(
                    list.output.contains("user \(Self.none): notDetermined")
                        && list.output.contains("asks for whenInUse"))
            }
        }

        private func users(in replies: [(method: String, reply: [String: Any])]) -> Set<Int> {
            let parameters = replies.first { $0.method == "Uses" }?.reply["parameters"] as? [String: Any]
            return Set((parameters?["uses"] as? [[String: Any]] ?? []).compactMap { $0["user"] as? Int })
        }

        private func text(_ replies: [(method: String, reply: [String: Any])]) -> String {
            replies.map { "\($0.reply)" }.joined()
        }

        /// What `locd wait` of a user ends with: 0 with a place, 77 refused.
        private func wait(_ user: Int, _ stage: Stage, at locd: DaemonConfiguration) async throws -> Program.Answer {
            try await self.locd("wait", "--timeout", "60", as: user, stage, at: locd)
        }

        private func locd(
            _ words: String..., as user: Int, _ stage: Stage, at locd: DaemonConfiguration
        ) async throws -> Program.Answer {
            try await Program.run(
                Program.asUser(user) + [try stage.publicCopyOfLocd()] + words + ["--socket", locd.socket])
        }

        @Test
        func `The policy is stronger than decisions, is read again at SIGHUP, and a broken one is refused and named`()
            async throws
        {
            try await Stage.run { stage in
                let (locd, child) = try await stage.live()
                func write(_ text: String) throws {
                    try text.write(toFile: "\(locd.directory)/clients.yaml", atomically: true, encoding: .utf8)
                }
                #expect(try await self.locd("client", "allow", "\(Self.full)", at: locd).code == 0)
                #expect(try await wait(Self.full, stage, at: locd).code == 0)
                try write("users:\n  \"\(Self.full)\": {authorizationStatus: restricted}\n")
                child.send(.terminalClosed)
                try await stage.until("the policy is in force") {
                    try await wait(Self.full, stage, at: locd).code == 77
                }
                let ruled = try await self.locd("client", "allow", "\(Self.full)", at: locd)
                #expect(ruled.code == 77 && ruled.words.contains("clients.yaml:2:3"), "\(ruled.all)")

                try write("users:\n  \"\(Self.full)\": {authorizationStatus: allowed}\n")
                child.send(.terminalClosed)
                let status = try await stage.status(of: locd, "the broken policy is refused") { !$0.problems.isEmpty }
                #expect(
                    status.problems.contains { $0.contains("clients.yaml:2:34: ") }, "\(status.problems)")
                let other = try await self.locd("status", as: Self.none, stage, at: locd)
                #expect(other.all.contains("1 problem in clients.yaml: see journalctl"), "\(other.all)")
                try await stage.until("the log says so") { child.words.contains("\"allowed\" is not a valid value") }
                #expect(try await wait(Self.full, stage, at: locd).code == 77)
                let check = try await Program.run(Program.locd, ["config", "check", "--config", locd.file])
                #expect(check.code == 78 && check.words.contains("clients.yaml:2:34"), "\(check.all)")

                try write("")
                child.send(.terminalClosed)
                try await stage.until("the decision is in force again") {
                    try await wait(Self.full, stage, at: locd).code == 0
                }
            }
        }
    }
}
