internal import CMd
internal import FoundationEssentials
internal import SystemSupport

/// The files of the page: its own, which are part of the program, and the libraries of Debian's packages.
package struct PageFiles: Sendable {
    package struct File: Sendable {
        package var type: String
        package var bytes: [UInt8]
        /// Changes with the bytes; `nil` for a file of another package.
        package var tag: String?
    }

    /// A package of Debian that is not installed, and what the page cannot show without it.
    package struct MissingPackage: CustomStringConvertible {
        package var name: String
        var loss: String
        package var description: String { "\(loss): the package \(name) is missing; apt install \(name)" }
    }

    private struct Library {
        var path: String
        var type: String
        var package: String
    }

    private static let libraries: [String: Library] = [
        "/lib/leaflet.js": Library(
            path: "leaflet/leaflet.min.js", type: script, package: "libjs-leaflet"),
        "/lib/leaflet.css": Library(path: "leaflet/leaflet.css", type: style, package: "libjs-leaflet"),
        "/lib/images/layers.png": Library(
            path: "leaflet/images/layers.png", type: "image/png", package: "libjs-leaflet"),
        "/lib/images/layers-2x.png": Library(
            path: "leaflet/images/layers-2x.png", type: "image/png", package: "libjs-leaflet"),
        "/lib/dygraph.js": Library(path: "dygraphs/dygraph.min.js", type: script, package: "libjs-dygraphs"),
        "/lib/dygraph.css": Library(path: "dygraphs/dygraph.min.css", type: style, package: "libjs-dygraphs"),
    ]
    private static let script = "text/javascript; charset=utf-8"
    private static let style = "text/css; charset=utf-8"
    private static let maximumBytes = 2 << 20

    private let directory: String
    private let own: [String: File]

    /// - Parameter directory: Where Debian keeps libraries for browsers.
    package init(libraries directory: String = "/usr/share/javascript") {
        self.directory = directory
        let files: [(String, String, [UInt8])] = [
            ("/", "text/html; charset=utf-8", PackageResources.page_html),
            ("/page.css", Self.style, PackageResources.page_css),
            ("/page.js", Self.script, PackageResources.page_js),
            ("/alarm.js", Self.script, PackageResources.alarm_js),
            ("/halts.js", Self.script, PackageResources.halts_js),
            ("/map.js", Self.script, PackageResources.map_js),
            ("/regions.js", Self.script, PackageResources.regions_js),
            ("/sky.js", Self.script, PackageResources.sky_js),
            ("/words.js", Self.script, PackageResources.words_js),
        ]
        own = Dictionary(
            uniqueKeysWithValues: files.map { path, type, bytes in
                (path, File(type: type, bytes: bytes, tag: SHA256.source(bytes)))
            })
    }

    package var missing: [MissingPackage] {
        [("libjs-leaflet", "no map"), ("libjs-dygraphs", "no chart of speed and altitude")].compactMap { name, loss in
            let scripts = Self.libraries.values.filter { $0.package == name && $0.type == Self.script }
            return scripts.allSatisfy { contents(of: $0) != nil } ? nil : MissingPackage(name: name, loss: loss)
        }
    }

    /// The package that a path needs; `nil` for a file of the page.
    package func package(of path: String) -> String? { Self.libraries[path]?.package }

    /// The file at a path; `nil` if there is none, or its package is missing.
    package func file(at path: String) -> File? {
        if let file = own[path] { return file }
        return Self.libraries[path].flatMap { library in
            contents(of: library).map { File(type: library.type, bytes: $0) }
        }
    }

    private func contents(of library: Library) -> [UInt8]? {
        try? BoundedFile.contents(of: "\(directory)/\(library.path)", limit: Self.maximumBytes)
    }
}

/// The hash that identifies a file of the page, and the scripts that it may use.
package enum SHA256 {
    /// The 32 bytes of the hash.
    package static func hash(_ message: [UInt8]) -> [UInt8] {
        var state = SHA2_CTX()
        SHA256Init(&state)
        SHA256Update(&state, message, message.count)
        var hash = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256Final(&hash, &state)
        return hash
    }

    /// In the form of Content-Security-Policy: `sha256-` and base64.
    static func source(_ text: [UInt8]) -> String { "sha256-\(Data(hash(text)).base64EncodedString())" }
}
