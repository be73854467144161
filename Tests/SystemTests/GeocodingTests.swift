import Foundation
import LocationModel
import LocdClient
import LocdProtocol
import Testing

extension SystemTests {
    /// The built daemon with the table that ships, and who asks it.
    @Suite("Geocoding", .enabled(if: Program.hasPlaces, "there is no .build/places.locd: make places"))
    struct Geocoding {
        @Test func `The table is opened when somebody asks, and costs no memory that stays`() async throws {
            try await Stage.run { stage in
                let locd = try stage.silent(["geocoder.table: \(Program.places)"])
                let child = try await stage.daemon(locd)
                let process = try #require(child.processIdentifier)
                func isOpen() throws -> Bool {
                    let folder = "/proc/\(process)/fd"
                    return try FileManager.default.contentsOfDirectory(atPath: folder).contains {
                        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))
                            == Program.places
                    }
                }
                #expect(try !isOpen())
                let bern = try await locd.client.placemarks(
                    at: Coordinate(latitude: 46.948, longitude: 7.4474), locale: "de")
                #expect(bern.first?.country == "Schweiz")
                #expect(try isOpen())
                let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
                #expect(!maps.contains("places.locd"))

                let found = try await locd.client.placemarks(named: "Springfield, IL", locale: "en")
                #expect(found.placemarks.first?.administrativeArea == "Illinois")
                #expect(!found.isPartial)
                await #expect(throws: LocdClientError.self) { try await locd.client.placemarks(named: "Xyzzyzzy") }
            }
        }
    }
}
