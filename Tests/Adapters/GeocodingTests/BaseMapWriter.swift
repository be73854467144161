/// Writes base maps as packaging/places/basemap.py does.
struct BaseMapWriter {
    var land: [[(Double, Double)]]
    var borders: [[(Double, Double)]]
    var states: [[(Double, Double)]]
    /// Rings; `nil` writes the file as earlier builders did, without lakes and rivers.
    var lakes: [[(Double, Double)]]?
    /// Of each rank.
    var rivers: [[[(Double, Double)]]] = [[], [], []]
    /// Changes the records and points before their checksums are made.
    var spoil: (inout [UInt8]) -> Void = { _ in }

    var bytes: [UInt8] {
        var points: [UInt8] = []
        func number(_ value: Int) {
            var rest = (value << 1) ^ (value >> 63)
            while rest > 127 {
                points.append(UInt8(rest & 127 | 128))
                rest >>= 7
            }
            points.append(UInt8(rest))
        }
        func records(_ lines: [[(Double, Double)]]) -> [UInt8] {
            lines.flatMap { line -> [UInt8] in
                let (latitudes, longitudes) = (line.map(\.0), line.map(\.1))
                let bounds = [latitudes.min(), longitudes.min(), latitudes.max(), longitudes.max()].map {
                    Int((($0 ?? 0) * 100_000).rounded())
                }
                let start = points.count
                var before = (0, 0)
                for (latitude, longitude) in line {
                    let next = (Int((latitude * 10_000).rounded()), Int((longitude * 10_000).rounded()))
                    number(next.0 - before.0)
                    number(next.1 - before.1)
                    before = next
                }
                return (bounds + [start, line.count]).flatMap { TableFile.number($0, 4) }
            }
        }
        var sections: [TableFile.Section] = [
            ("LAND", 24, records(land)), ("BORD", 24, records(borders)), ("STAT", 24, records(states)),
        ]
        if let lakes {
            sections.append(("LAKE", 24, records(lakes)))
            for (rank, lines) in rivers.enumerated() { sections.append(("RVR\(rank)", 24, records(lines))) }
        }
        sections.append(("PNTS", 1, points))
        for index in sections.indices where !sections[index].bytes.isEmpty { spoil(&sections[index].bytes) }
        return TableFile.bytes("LOCDBASE", sections)
    }
}
