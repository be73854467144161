import Foundation
import LocdProtocol
import LocdTestSupport
import Testing

/// The published schema of `locd doctor --json` says what the types say.
@Suite struct DoctorSchemaTests {
    private struct Schema: Decodable {
        struct Member: Decodable {
            var words: [String]?

            private enum CodingKeys: String, CodingKey { case words = "enum" }
        }
        struct Object: Decodable {
            var required: [String]
            var properties: [String: Member]
        }

        var required: [String]
        var properties: [String: Member]
        var definitions: [String: Object]

        private enum CodingKeys: String, CodingKey {
            case required, properties
            case definitions = "$defs"
        }
    }

    private static let checks = [
        DoctorCheck(.fix, .failure, "none", remedy: "Wait."), DoctorCheck(.clock, .ok, "synchronised"),
    ]

    private func schema() throws -> Schema {
        let path = Checkout.path("Documentation/schemas/doctor.schema.json")
        return try JSONDecoder().decode(Schema.self, from: Data(contentsOf: URL(filePath: path)))
    }

    @Test func `Its words are ours`() throws {
        let check = try #require(try schema().definitions["check"])
        #expect(check.properties["name"]?.words == DoctorCheck.Name.allCases.map(\.rawValue))
        #expect(check.properties["outcome"]?.words == DoctorCheck.Outcome.allCases.map(\.rawValue))
    }

    @Test func `Its members are those of a report`() throws {
        let schema = try schema()
        let check = try #require(schema.definitions["check"])
        let report = DoctorReport(source: "serial:/dev/ttyUSB0", checks: Self.checks)
        let members = try #require(try Self.members(of: report.jsonText()))
        #expect(Set(members.keys) == Set(schema.properties.keys))
        let checks = try #require(members["checks"] as? [[String: Any]])
        #expect(Set(checks[0].keys) == Set(check.properties.keys))
        // What may be absent is.
        let bare = try #require(try Self.members(of: DoctorReport(source: nil, checks: Self.checks).jsonText()))
        #expect(Set(bare.keys) == Set(schema.required))
        #expect(Set(checks[1].keys) == Set(check.required))
    }

    @Test func `Whether recording can work follows from the checks`() throws {
        #expect(!DoctorReport(source: nil, checks: Self.checks).canRecord)
        #expect(DoctorReport(source: nil, checks: [Self.checks[1]]).canRecord)
        #expect(DoctorReport(source: nil, checks: Self.checks).failures == [.fix])
    }

    /// The members of a line: a type of ours would know too much.
    private static func members(of line: String) throws -> [String: Any]? {
        #expect(!line.contains("\n"))
        return try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
}
