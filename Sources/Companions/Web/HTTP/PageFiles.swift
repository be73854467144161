internal import SystemSupport
internal import TrackTools

/// The page, which is part of this program, and the libraries of Debian's packages.
package struct PageFiles: Sendable {
    /// A file of another package.
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
    private let own: [String: (type: String, bytes: [UInt8], tag: String)]

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
                (path, (type, bytes, "\"\(TokenBook.hexadecimal(Array(SHA256.hash(bytes).prefix(8))))\""))
            })
    }

    /// What the page cannot show because the package with it is missing, each with the cure.
    package var missing: [String] {
        [("libjs-leaflet", "no map"), ("libjs-dygraphs", "no chart of speed and altitude")].compactMap {
            let (package, loss) = $0
            let scripts = Self.libraries.values.filter { $0.package == package && $0.type == Self.script }
            let isThere = scripts.allSatisfy {
                (try? BoundedFile.contents(of: "\(directory)/\($0.path)", limit: Self.maximumBytes)) != nil
            }
            return isThere ? nil : "\(loss): the package \(package) is missing; apt install \(package)"
        }
    }

    /// The file at a path; `nil` if there is none.
    package func reply(to request: WebRequest) -> WebReply? {
        if let file = own[request.path] {
            let headers = ["Cache-Control": "no-cache", "ETag": file.tag]
            if request.headers["if-none-match"] == file.tag {
                return WebReply(status: 304, type: file.type, headers: headers, body: .bytes([]))
            }
            return WebReply(type: file.type, headers: headers, body: .bytes(file.bytes))
        }
        guard let library = Self.libraries[request.path] else { return nil }
        guard
            let bytes = try? BoundedFile.contents(of: "\(directory)/\(library.path)", limit: Self.maximumBytes)
        else { return .problem(404, "install the package \(library.package)") }
        return WebReply(type: library.type, headers: ["Cache-Control": "max-age=3600"], body: .bytes(bytes))
    }
}
