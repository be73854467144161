import LocationModel
import Phrasing
import TrackTools

/// Rows as a table: each column as wide as its widest cell, two spaces apart.
enum Columns {
    /// The lines, each ended by a newline. `alignedRight`: the columns of figures.
    static func text(_ rows: [[String]], alignedRight: Set<Int> = []) -> String {
        var widths: [Int] = []
        for row in rows {
            for (index, cell) in row.enumerated() {
                if index == widths.count { widths.append(0) }
                widths[index] = max(widths[index], cell.count)
            }
        }
        return rows.map { row in
            var line = ""
            for (index, cell) in row.enumerated() {
                let space = String(repeating: " ", count: widths[index] - cell.count)
                if index > 0 { line += "  " }
                line += alignedRight.contains(index) ? space + cell : cell + space
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}

/// Trips as a table for people.
enum TripTable {
    /// A header and a line for each trip, numbered from 1.
    static func text(_ trips: [TrackTrip], _ calendar: LocalCalendar, _ units: UnitSystem, _ towns: Towns) -> String {
        var rows = [["TRIP", "FROM", "TO", "DURATION", "DISTANCE", "PLACES"]]
        for (index, trip) in trips.enumerated() {
            let isSameDay = calendar.day(of: trip.from) == calendar.day(of: trip.to)
            rows.append([
                "\(index + 1)", calendar.minuteText(trip.from),
                isSameDay ? calendar.clock(trip.to, withSeconds: false) : calendar.minuteText(trip.to),
                Words.duration(trip.to.seconds(since: trip.from)), units.roundDistance(trip.statistics.distance),
                towns.way(from: trip.start, to: trip.end),
            ])
        }
        return Columns.text(rows, alignedRight: [0, 3, 4])
    }
}
