import Foundation
import Testing

/// The published schema of `locd status --json`, and a validator that is not ours.
enum Schema {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Documentation/schemas/status.schema.json").path

    static func canValidate() async throws -> Bool {
        guard let python = Program.python else { return false }
        return try await Program.run(python, ["-c", "import jsonschema"]).code == 0
    }

    /// Records an issue where the text is not as the schema says.
    static func validate(_ json: String, on stage: Stage) async throws {
        let input = stage.path("status.json")
        try json.write(toFile: input, atomically: true, encoding: .utf8)
        let program = """
            import json, sys, jsonschema
            schema, value = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
            jsonschema.validators.validator_for(schema)(schema).validate(value)
            """
        let answer = try await Program.run(try #require(Program.python), ["-c", program, file, input])
        #expect(answer.code == 0, "\(answer.all)\n\(json)")
    }
}
