import Foundation
import LocdProtocol
import LocdTestSupport
import Testing

/// The published schema of `locd status --json` says what the interface says of its parts.
@Suite struct StatusSchemaTests {
    private let schema: [String: Any]
    private let definitions: [String: [String: Any]]

    init() throws {
        let path = URL(filePath: Checkout.path("Documentation/schemas/status.schema.json"))
        schema = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any])
        definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    }

    @Test func `The published schema and the interface are equal`() throws {
        let file = try InterfaceFile(LocationInterface.description)
        guard case .structure(var members)? = file.methods["Status"]?.reply else {
            Issue.record("Status has no reply")
            return
        }
        members["sessions"] = .optional(.array(try #require(file.types["Client"])))
        members["uses"] = .optional(.array(try #require(file.types["Use"])))
        compare(schema, .structure(members), "status")
    }

    private func compare(_ part: Any?, _ type: VarlinkType, _ path: String) {
        var part = part as? [String: Any] ?? [:]
        if let name = (part["$ref"] as? String)?.split(separator: "/").last {
            part = definitions[String(name)] ?? [:]
        }
        let kind = part["type"] as? String
        switch type {
        case .bool: #expect(kind == "boolean", "\(path)")
        case .int: #expect(kind == "integer", "\(path)")
        case .float: #expect(kind == "number", "\(path)")
        case .string: #expect(kind == "string" && part["enum"] == nil, "\(path)")
        case .enumeration(let words): #expect((part["enum"] as? [String])?.sorted() == words, "\(path)")
        case .array(let inner): compare(part["items"], inner, "\(path)[]")
        case .dictionary(let inner): compare(part["additionalProperties"], inner, "\(path)[*]")
        case .optional, .named: Issue.record("\(path): no such type in a schema")
        case .structure(let members):
            let properties = part["properties"] as? [String: Any] ?? [:]
            #expect(Set(properties.keys) == Set(members.keys), "\(path)")
            var required: Set<String> = []
            for (name, type) in members {
                if case .optional(let inner) = type {
                    compare(properties[name], inner, "\(path).\(name)")
                } else {
                    required.insert(name)
                    compare(properties[name], type, "\(path).\(name)")
                }
            }
            #expect(Set(part["required"] as? [String] ?? []) == required, "\(path)")
        }
    }
}
