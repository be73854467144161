internal import Cartography
internal import Geocoding
internal import Glibc
internal import LocationModel

/// A picture as a page with zoom: heading, map, profile, and a list of events. All of it is in the one file; its
/// Content-Security-Policy forbids everything else. Without scripts it shows the drawing of ``SVGPicture``.
struct HTMLPicture {
    private let scene: PictureScene
    private let summary: PictureSummary

    init(_ scene: PictureScene, _ summary: PictureSummary) {
        self.scene = scene
        self.summary = summary
    }

    /// The page.
    func bytes() throws(PlaceTableError) -> [UInt8] {
        let (style, script) = (PackageResources.page_css, PackageResources.page_js)
        var drawing = SVGPicture(scene, summary)
        var text = TextBuffer()
        text.append(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '\(SHA256.source(script))'; \
            style-src '\(SHA256.source(style))'; base-uri 'none'; form-action 'none'">
            <meta name="referrer" content="no-referrer">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="generator" content="
            """)
        text.append(xml: scene.options.creator)
        text.append("\">\n<title>" as StaticString)
        text.append(xml: summary.title)
        text.append("</title>\n<style>" as StaticString)
        text.append(style)
        text.append("</style>\n</head>\n<body>\n<header>\n<h1>" as StaticString)
        text.append(xml: summary.title)
        text.append("</h1>\n<ul class=\"figures\">" as StaticString)
        for figure in summary.figures {
            text.append("<li>" as StaticString)
            text.append(xml: figure)
            text.append("</li>" as StaticString)
        }
        text.append("</ul>\n</header>\n<main>\n" as StaticString)
        text.append(
            """
            <section id="map" data-testid="map" tabindex="0" role="application" aria-roledescription="map" \
            aria-label="Map of the track. Arrow keys move it, plus and minus zoom, 0 shows all of it.">
            <noscript>
            """)
        text.append(try drawing.bytes())
        text.append(
            """
            </noscript>
            </section>
            <section id="profile" data-testid="profile" tabindex="0" role="application" aria-roledescription="chart" \
            aria-label="Speed and altitude along the track. Left and right arrow keys move along it."></section>
            <p id="reading" aria-live="polite"></p>
            </main>
            <aside aria-label="What happened">
            <h2>What happened</h2>
            <ol class="events">

            """)
        list(&text)
        text.append("</ol>\n" as StaticString)
        for note in summary.notes { text.append("<p class=\"note\">\(note)</p>\n") }
        text.append("</aside>\n<footer>" as StaticString)
        text.append(xml: PictureSources(scene).text)
        text.append("</footer>\n<script type=\"application/json\" id=\"data\">" as StaticString)
        var data = PictureData(scene, summary)
        text.append(try data.json())
        text.append("</script>\n<script>" as StaticString)
        text.append(script)
        text.append("</script>\n</body>\n</html>\n" as StaticString)
        return text.bytes
    }

    private func list(_ text: inout TextBuffer) {
        for entry in summary.entries {
            text.append("<li class=\"\(entry.kind)\"><button type=\"button\"")
            if let point = entry.point {
                text.append(
                    " data-x=\"\(SVGCanvas.number(point.x, 2))\" data-y=\"\(SVGCanvas.number(point.y, 2))\"")
            }
            text.append("><span class=\"when\">" as StaticString)
            text.append(xml: entry.span)
            text.append("</span> <span class=\"what\">" as StaticString)
            text.append(xml: entry.text)
            text.append("</span></button></li>\n" as StaticString)
        }
    }
}

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
