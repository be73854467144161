import FoundationEssentials
import LocdProtocol
import LocdTestSupport
import Testing

/// The published schema of `locd status --json` says what the types say.
@Suite struct StatusSchemaTests {
    private indirect enum Node: Decodable {
        case reference(String)
        case object([String: Node], required: Set<String>)
        case dictionary(Node)
        case array(Node)
        case words([String])
        case simple(String)

        private enum CodingKeys: String, CodingKey {
            case type, properties, required, items, additionalProperties
            case words = "enum"
            case reference = "$ref"
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            if let reference = try members.decodeIfPresent(String.self, forKey: .reference) {
                self = .reference(reference)
            } else if let words = try members.decodeIfPresent([String].self, forKey: .words) {
                self = .words(words.sorted())
            } else if let properties = try members.decodeIfPresent([String: Node].self, forKey: .properties) {
                let required = try members.decodeIfPresent(Set<String>.self, forKey: .required) ?? []
                self = .object(properties, required: required)
            } else if let values = try members.decodeIfPresent(Node.self, forKey: .additionalProperties) {
                self = .dictionary(values)
            } else if let items = try members.decodeIfPresent(Node.self, forKey: .items) {
                self = .array(items)
            } else {
                self = .simple(try members.decode(String.self, forKey: .type))
            }
        }

        func shape(_ definitions: [String: Node]) throws -> VarlinkType {
            switch self {
            case .reference(let path):
                let name = path.split(separator: "/").last.map(String.init) ?? ""
                return try #require(definitions[name], "\(path)").shape(definitions)
            case .object(let properties, let required):
                var members: [String: VarlinkType] = [:]
                for (name, node) in properties {
                    let shape = try node.shape(definitions)
                    members[name] = required.contains(name) ? shape : .optional(shape)
                }
                return .structure(members)
            case .dictionary(let values): return .dictionary(try values.shape(definitions))
            case .array(let items): return .array(try items.shape(definitions))
            case .words(let words): return .enumeration(words)
            case .simple("string"): return .string
            case .simple("integer"): return .int
            case .simple("number"): return .float
            case .simple("boolean"): return .bool
            case .simple(let other): return .named(other)
            }
        }
    }

    private struct Definitions: Decodable {
        var definitions: [String: Node]

        private enum CodingKeys: String, CodingKey {
            case definitions = "$defs"
        }
    }

    @Test func thePublishedSchemaAndWhatIsPrintedAreEqual() throws {
        let data = try Data(contentsOf: URL(filePath: Checkout.path("Documentation/schemas/status.schema.json")))
        let definitions = try JSONDecoder().decode(Definitions.self, from: data).definitions
        let schema = try JSONDecoder().decode(Node.self, from: data).shape(definitions)
        #expect(schema == (try SwiftShape.shape(of: StatusDocument.self)))
    }
}
