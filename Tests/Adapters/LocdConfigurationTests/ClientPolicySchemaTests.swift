import FoundationEssentials
import LocationModel
import Testing

@testable import LocdConfiguration

/// The schema that editors read says what the reader takes.
@Suite struct ClientPolicySchemaTests {
    private struct Schema: Decodable {
        struct Property: Decodable {
            var `enum`: [String]?
        }
        struct Object: Decodable {
            var additionalProperties: Bool
            var properties: [String: Property]
        }
        var additionalProperties: Bool
        var properties: [String: Property]
        var defs: [String: Object]

        enum CodingKeys: String, CodingKey {
            case additionalProperties, properties
            case defs = "$defs"
        }
    }

    @Test func `Keys and words are those of the reader`() throws {
        let schema = try JSONDecoder().decode(
            Schema.self, from: Data(try projectFile("Documentation/schemas/clients.schema.json").utf8))
        #expect(Set(schema.properties.keys) == Set(ClientPolicyReader.Key.allCases.map(\.rawValue)))
        let rule = try #require(schema.defs["rule"])
        #expect(Set(rule.properties.keys) == Set(ClientPolicyReader.RuleKey.allCases.map(\.rawValue)))
        #expect(!schema.additionalProperties && !rule.additionalProperties)
        #expect(rule.properties["authorizationStatus"]?.enum == AuthorizationStatus.allCases.map(\.rawValue))
        #expect(rule.properties["accuracyAuthorization"]?.enum == AccuracyAuthorization.allCases.map(\.rawValue))
    }
}
