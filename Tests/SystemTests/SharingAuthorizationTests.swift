import Foundation
import Glibc
import LocationModel
import LocdClient
import LocdProtocol
import Testing

extension SystemTests {
    /// What users get by other protocols: the same as by locd's own.
    @Suite(
        "Who gets what is shared",
        .enabled(
            if: getuid() == 0 && Program.setpriv != nil && Program.python != nil && PrivateBus.daemon != nil,
            "only root can become somebody else, with setpriv; and Python and dbus-daemon are needed"),
        .enabled("python3-dbus or python3-gi is not installed: Scripts/deps --ci") {
            (try? await Program.run(Program.python ?? "", ["-c", "import dbus, gi"]))?.code == 0
        })
    struct SharingAuthorization {
        // Users of every Debian: a bus serves nobody whom the user database does not know.
        private static let (full, limited, denied, unknown) = (9, 10, 8, 5)
        private static let names = [full: "news", limited: "uucp"]

        private func daemon(_ stage: Stage) async throws -> SharingDaemon {
            let daemon = try await stage.sharing(
                on: try await stage.bus([PrivateBus.policyOfLocd], of: "locd"), rate: 5)
            try await client("allow", "\(Self.full)", at: daemon)
            try await client("allow", "\(Self.limited)", "--reduced", at: daemon)
            try await client("deny", "\(Self.denied)", at: daemon)
            return daemon
        }

        private func client(_ words: String..., at daemon: SharingDaemon) async throws {
            let answer = try await Program.run(Program.locd, ["client"] + words + ["--socket", daemon.locd.socket])
            #expect(answer.code == 0, "\(answer.all)")
        }

        /// A reader of each protocol.
        private func readers(_ stage: Stage, _ user: Int, at daemon: SharingDaemon) -> [SharedReader] {
            [
                stage.reader("nmea", "\(daemon.nmea)", at: daemon, user: user),
                stage.reader("nmea", daemon.nmeaSocket, at: daemon, user: user),
                stage.reader("gpsd", "\(daemon.gpsd)", at: daemon, user: user),
                stage.reader("geoclue", "reader-\(user)", at: daemon, user: user),
            ]
        }

        @Test func `One user exactly, one roughly and the same by every protocol, others not at all`() async throws {
            try await Stage.run { stage in
                let daemon = try await daemon(stage)
                let exact = readers(stage, Self.full, at: daemon)
                let reduced = readers(stage, Self.limited, at: daemon)
                let nobody = readers(stage, Self.denied, at: daemon) + readers(stage, Self.unknown, at: daemon)
                try await stage.until("everybody is told something") {
                    exact.allSatisfy { $0.reports.places.count >= 10 }
                        && reduced.allSatisfy { $0.reports.places.count >= ($0.name.hasPrefix("geoclue") ? 1 : 3) }
                        && nobody.allSatisfy(\.isOver)
                }
                for reader in exact { try await daemon.expectRecorded(reader.reports.places, from: reader.name) }

                // One place for all of them, kilometres around, without what would tell more.
                let rough = reduced.flatMap(\.reports.places)
                let first = try #require(rough.first)
                for place in rough {
                    #expect(abs((place.latitude ?? .nan) - (first.latitude ?? .nan)) < 1e-6, "\(place), not \(first)")
                    #expect(abs((place.longitude ?? .nan) - (first.longitude ?? .nan)) < 1e-6, "\(place), not \(first)")
                    #expect(place.speed == nil && place.accuracy.map { $0 > 4000 } ?? true, "\(place)")
                }
                for reader in reduced {
                    #expect(
                        !reader.reports.contains { ($0.satellites ?? 0) > 0 }, "\(reader.name): \(reader.child.words)")
                }
                let recorded = try daemon.locd.track().of("location")
                #expect(!recorded.contains { abs(($0.latitude ?? 0) - (first.latitude ?? 0)) < 1e-6 })

                for reader in nobody {
                    #expect(reader.reports.places.isEmpty && reader.reports.last?.end == true, "\(reader.child.words)")
                    #expect(
                        reader.reports.contains { $0.error?.contains("not authorized") == true },
                        "\(reader.name): \(reader.child.words)")
                    #expect(!reader.reports.contains { $0.satellites != nil })
                }

                let list = try await Program.run(Program.locd, ["client", "list", "--socket", daemon.locd.socket])
                let status = try await Program.run(Program.locd, ["status", "--socket", daemon.locd.socket])
                for user in [Self.full, Self.limited] {
                    let name = try #require(Self.names[user])
                    #expect(list.output.contains(name), "\(list.all)")
                    for form in ["NMEA", "gpsd", "GeoClue"] {
                        #expect(
                            status.output.split(separator: "\n").contains {
                                $0.contains(name) && $0.contains(form)
                            }, "\(user) by \(form): \(status.all)")
                    }
                }
                #expect(status.output.contains("reader-\(Self.full)"), "\(status.all)")
            }
        }

        @Test(arguments: ["true", #""blur""#])
        func `No protocol shows a place in a private region, and each goes on behind it`(privacy: String) async throws {
            try await Stage.run { stage in
                // It begins in the middle, and drives away.
                let home = Coordinate(latitude: 47.5, longitude: 8.7)
                try FileManager.default.createDirectory(
                    atPath: stage.path("locd"), withIntermediateDirectories: true)
                try #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"home","#
                    .appending(#""properties":{"radius":60,"private":\#(privacy)},"#)
                    .appending(#""geometry":{"type":"Point","coordinates":[8.7,47.5]}}]}"#)
                    .write(toFile: stage.path("locd/regions.geojson"), atomically: true, encoding: .utf8)
                let daemon = try await daemon(stage)
                let exact = readers(stage, Self.full, at: daemon)
                let reduced = readers(stage, Self.limited, at: daemon)
                func distances(_ reader: SharedReader) -> [Double] {
                    reader.reports.places.map { place in
                        home.distance(to: Coordinate(latitude: place.latitude ?? 0, longitude: place.longitude ?? 0))
                    }
                }
                try await stage.until("everybody with full accuracy sees it drive") {
                    exact.allSatisfy { distances($0).count { $0 > 60 } >= 5 }
                }
                for reader in exact {
                    let within = distances(reader).filter { $0 < 55 }
                    // Blurred, the middle stands for all of it.
                    #expect(
                        privacy == "true" ? within.isEmpty : within.allSatisfy { $0 < 0.2 },
                        "\(reader.name): \(within)")
                }
                for reader in reduced { #expect(distances(reader).allSatisfy { $0 > 100 }, "\(reader.name)") }
            }
        }
    }
}
