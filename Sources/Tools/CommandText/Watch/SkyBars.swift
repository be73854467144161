import LocationModel
import LocdProtocol
import Phrasing

/// Satellites as bars of signal strength, in as many columns as fit: `GPS  12 ██████████  44`; a bar is hollow if the
/// solution does not use the satellite.
struct SkyBars: Sendable {
    /// The dB-Hz of a full bar: what a good receiver under open sky receives from its best satellites.
    private static let full = 50.0
    /// The width of a satellite in columns: system, number, bar, figure, and the gap to the next.
    private static let width = 26
    private static let widthOfBar = 11
    /// The width without a bar.
    private static let widthOfWords = 12

    private let satellites: [ReportedSatellite]

    init(_ satellites: [ReportedSatellite]) {
        self.satellites = satellites.sorted { Self.order($0) < Self.order($1) }
    }

    /// At most `rows` lines; if they do not fit all satellites, the weak unused ones are omitted and counted.
    func lines(in layout: TextLayout, at width: Int, rows: Int) -> [String] {
        guard rows > 0, width >= Self.widthOfWords, !satellites.isEmpty else { return [] }
        let columns = max(1, width / Self.width)
        let bar = width >= Self.width ? Self.widthOfBar : max(0, width - Self.widthOfWords)
        let places = rows >= satellites.count ? satellites.count : rows * columns
        var cells = satellites.map { Self.cell($0, bar: bar) }
        if satellites.count > places {
            let shown = Set(strongest(places - 1))
            cells = satellites.indices.filter(shown.contains).map { cells[$0] }
            let more = "… \(satellites.count - shown.count) more"
            cells.append([TextSegment(String(more.prefix(width)), .label)])
        }
        return stride(from: 0, to: cells.count, by: columns).map { start in
            let line = cells[start..<min(start + columns, cells.count)]
            return line.enumerated().map { index, cell in
                let gap = index + 1 < line.count ? max(0, Self.width - cell.map(\.width).reduce(0, +)) : 0
                return cell.map(layout.painted).joined() + String(repeating: " ", count: gap)
            }.joined()
        }
    }

    private func strongest(_ count: Int) -> ArraySlice<Int> {
        satellites.indices.sorted { left, right in
            let (a, b) = (satellites[left], satellites[right])
            return a.isUsed != b.isUsed ? a.isUsed : (a.signalStrength ?? -1) > (b.signalStrength ?? -1)
        }.prefix(max(0, count))
    }

    private static func cell(_ satellite: ReportedSatellite, bar width: Int) -> [TextSegment] {
        let name = padded(system(satellite.constellation), to: 4)
        let number = padded("\(satellite.identifier)".suffix(3), to: 3, fromTheLeft: true)
        let strength = satellite.signalStrength.map { min(max($0, 0), 99) }
        let length = min(width, Int(rounding: Double(width) * (strength ?? 0) / full))
        let bar = padded(String(repeating: satellite.isUsed ? "█" : "░", count: length)[...], to: width)
        let figure = padded(strength.map { Figure.decimal($0, 0) }?[...] ?? "", to: 2, fromTheLeft: true)
        return [
            TextSegment("\(name) \(number) "), TextSegment(bar, satellite.isUsed ? .good : .label),
            TextSegment("\(width > 0 ? " " : "")\(figure)"),
        ]
    }

    private static func padded(_ text: Substring, to width: Int, fromTheLeft: Bool = false) -> String {
        let padding = String(repeating: " ", count: max(0, width - text.count))
        return fromTheLeft ? padding + text : text + padding
    }

    private static func system(_ constellation: Satellite.Constellation?) -> Substring {
        switch constellation {
        case .gps: "GPS"
        case .glonass: "GLO"
        case .galileo: "GAL"
        case .beidou: "BDS"
        case .qzss: "QZSS"
        case .sbas: "SBAS"
        case .navic: "NavI"
        case .imes: "IMES"
        case nil: "?"
        }
    }

    /// A satellite keeps its place while its signal changes.
    private static func order(_ satellite: ReportedSatellite) -> (Int, Int) {
        let systems: [Satellite.Constellation?] = [.gps, .glonass, .galileo, .beidou, .qzss, .sbas, .navic, .imes, nil]
        return (systems.firstIndex(of: satellite.constellation) ?? systems.count, satellite.identifier)
    }
}
