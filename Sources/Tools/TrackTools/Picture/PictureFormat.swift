public import Geocoding

/// The formats of a picture.
public enum PictureFormat: String, Sendable, Hashable, CaseIterable {
    /// A page with zoom, in one file that makes no requests.
    case html
    /// A drawing.
    case svg

    /// The format for a file name, by its extension; `nil` for another extension.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "html", "htm": self = .html
        case "svg": self = .svg
        default: return nil
        }
    }
}

extension TrackPicture {
    /// The picture as a drawing, after ``finish()``; `nil` if there is no location in it. The same track and options
    /// give the same bytes.
    /// - Throws: ``PlaceTableError`` if the base map or the place table cannot be read.
    public func svg(options: PictureOptions) throws(PlaceTableError) -> [UInt8]? {
        guard let scene = PictureScene(self, options) else { return nil }
        var picture = SVGPicture(scene, PictureSummary(scene))
        return Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8) + (try picture.bytes())
    }
}
