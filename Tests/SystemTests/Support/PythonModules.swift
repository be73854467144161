import Foundation
import LocdTestSupport
import Testing

/// Modules of Python that Debian does not have: `Scripts/deps --ci` puts them into an environment of its own below
/// `.build`.
enum PythonModules {
    /// Why a test is skipped.
    static func missing(_ module: String) -> Comment {
        "Python's package \(module) is not installed: Scripts/deps --ci"
    }

    /// A Python that has a module; `nil` if there is none.
    static func python(with module: String) async -> String? {
        for candidate in [environment, Program.python].compactMap(\.self) {
            let answer = try? await Program.run(candidate, ["-c", "import \(module)"])
            if answer?.code == 0 { return candidate }
        }
        return nil
    }

    /// The environment beside the build that is tested.
    private static var environment: String? {
        var folder = URL(filePath: Program.locd)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            if folder.lastPathComponent == ".build" { return folder.appending(path: "python/bin/python3").path }
        }
        return nil
    }
}

/// The published schemas, and a validator that is not ours.
enum Schema {
    static func path(of name: String) -> String { Checkout.path("Documentation/schemas/\(name).schema.json") }

    static func canValidate() async throws -> Bool {
        guard let python = Program.python else { return false }
        return try await Program.run(python, ["-c", "import jsonschema"]).code == 0
    }
}
