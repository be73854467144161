import LocdTestSupport

/// The published schemas, and a validator that is not ours.
enum Schema {
    static func path(of name: String) -> String { Checkout.path("Documentation/schemas/\(name).schema.json") }

    static func canValidate() async throws -> Bool {
        guard let python = Program.python else { return false }
        return try await Program.run(python, ["-c", "import jsonschema"]).code == 0
    }
}
