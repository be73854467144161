import Foundation
import Testing

/// The published schemas, and a validator that is not ours.
enum Schema {
    /// Where the pages are, and the schemas among them.
    static let documentation = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Documentation")

    static func path(of name: String) -> String { documentation.appending(path: "schemas/\(name).schema.json").path }

    static func canValidate() async throws -> Bool {
        guard let python = Program.python else { return false }
        return try await Program.run(python, ["-c", "import jsonschema"]).code == 0
    }

    /// Records an issue where the text is not what the schema of `locd status --json` says.
    static func validate(_ json: String, on stage: Stage) async throws {
        let input = stage.path("status.json")
        try json.write(toFile: input, atomically: true, encoding: .utf8)
        let program = """
            import json, sys, jsonschema
            schema, value = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
            jsonschema.validators.validator_for(schema)(schema).validate(value)
            """
        let answer = try await Program.run(try #require(Program.python), ["-c", program, path(of: "status"), input])
        #expect(answer.code == 0, "\(answer.all)\n\(json)")
    }
}
