import LocationModel
import Phrasing
import TrackTools

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
