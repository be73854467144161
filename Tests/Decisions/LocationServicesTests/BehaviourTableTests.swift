import Foundation
import LocdTestSupport
import Testing

/// `Documentation/CoreLocationBehaviour.tsv`: what it names exists.
@Suite struct BehaviourTableTests {
    /// The rows of the table: the behaviour, where it is stated, its tests.
    private static func rows() throws -> [[String]] {
        let table = Checkout.path("Documentation/CoreLocationBehaviour.tsv")
        return try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t").map(String.init) }
    }

    /// The name of each test of the project, also behind that of its suite.
    private static func tests() throws -> Set<String> {
        var names: Set<String> = []
        let files = FileManager.default.enumerator(
            at: URL(filePath: Checkout.path("Tests")), includingPropertiesForKeys: nil)
        for case let file as URL in try #require(files) where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            // Between the attribute and the function there may be arguments, over some lines.
            for part in text.components(separatedBy: "@Test").dropFirst() {
                guard let function = part.range(of: "func `") else { continue }
                let name = part[function.upperBound...].prefix { $0 != "`" }
                names.insert(String(name))
                names.insert("\(file.deletingPathExtension().lastPathComponent): \(name)")
            }
        }
        return names
    }

    @Test func `Every test that the table names exists`() throws {
        let tests = try Self.tests()
        let rows = try Self.rows()
        #expect(rows.count > 60)
        for row in rows {
            try #require(row.count == 3, "\(row)")
            let named = row[2].components(separatedBy: " | ")
            #expect(!named.isEmpty, "\(row[0]) has no test")
            for name in named { #expect(tests.contains(name), "\(row[0]): there is no test \(name)") }
        }
    }

    @Test func `No behaviour stands twice`() throws {
        let behaviours = try Self.rows().map { $0[0] }
        #expect(Set(behaviours).count == behaviours.count)
    }
}
