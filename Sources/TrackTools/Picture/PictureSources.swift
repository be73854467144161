internal import Cartography

/// The sources of the ground, and the accuracy of the line.
struct PictureSources {
    let text: String

    init(_ scene: PictureScene) {
        var parts: [String] = []
        let error = scene.picture.trace.error
        if error > 0 {
            let metres = error < 10 ? PictureWords.decimal(error, 1) : PictureWords.decimal(error, 0)
            parts.append("Line simplified to within \(metres) m.")
        }
        if scene.options.baseMap != nil { parts.append("Coasts, borders, lakes and rivers: Natural Earth.") }
        if scene.options.places != nil { parts.append("Towns: GeoNames, CC BY 4.0.") }
        parts.append("Made by \(scene.options.creator).")
        text = parts.joined(separator: " ")
    }
}
