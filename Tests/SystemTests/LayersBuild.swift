import Foundation

/// Where the package's sources and the objects of the running build are.
struct LayersBuild {
    /// The package's root.
    let root: URL
    /// The directory that the running test program was linked in, beside the objects of every target.
    let products: URL

    /// This package and this build.
    init() throws {
        root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        products = URL(filePath: try Self.testProgram()).deletingLastPathComponent()
    }

    /// The running test program: unlike locd it links all of Foundation.
    static func testProgram() throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }

    /// The names of our targets: each is a folder of Sources.
    func targets() throws -> Set<String> {
        let sources = root.appending(path: "Sources")
        return Set(try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { !$0.hasPrefix(".") })
    }

    /// The Swift files of a target.
    func sources(of target: String) -> [URL] {
        files(below: root.appending(path: "Sources/\(target)"), suffix: ".swift")
    }

    /// The objects of a target, without those that an earlier build left of sources that are gone, and without the wrapped module
    /// that is there for the debugger.
    func objects(of target: String) -> [URL] {
        let kept = Set(sources(of: target).map { $0.lastPathComponent + ".o" })
        return files(below: products.appending(path: "\(target).build"), suffix: ".o").filter {
            let name = $0.lastPathComponent
            return !name.hasSuffix(".swiftmodule.o") && (!name.hasSuffix(".swift.o") || kept.contains(name))
        }
    }

    private func files(below directory: URL, suffix: String) -> [URL] {
        guard let paths = FileManager.default.enumerator(atPath: directory.path) else { return [] }
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.sorted().map {
            directory.appending(path: $0)
        }
    }
}
