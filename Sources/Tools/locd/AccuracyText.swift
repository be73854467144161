import LocationModel
import Phrasing
import TrackTools

/// What a receiver that did not move was worth, for a person and as JSON.
struct AccuracyText {
    private let accuracy: StationaryAccuracy
    private let units: UnitSystem

    init(_ accuracy: StationaryAccuracy, units: UnitSystem) { (self.accuracy, self.units) = (accuracy, units) }

    var line: JSONLine {
        var line = JSONLine()
        line.begin(type: "accuracy")
        line.member("locations", accuracy.count)
        line.member("latitude", accuracy.mean.latitude, decimals: 8)
        line.member("longitude", accuracy.mean.longitude, decimals: 8)
        line.member("altitude", accuracy.meanAltitude, decimals: 2)
        line.member("altitudeDeviation", accuracy.altitudeDeviation, decimals: 2)
        line.member("cep50", accuracy.cep50, decimals: 2)
        line.member("cep68", accuracy.cep68, decimals: 2)
        line.member("cep95", accuracy.cep95, decimals: 2)
        line.member("maximumDeviation", accuracy.maximumDeviation, decimals: 2)
        line.member("drift", accuracy.drift, decimals: 2)
        line.member("claimedAccuracy", accuracy.claimedAccuracy, decimals: 2)
        line.end()
        return line
    }

    var lines: String {
        var text = """
            locations        \(accuracy.count)
            mean             \(accuracy.mean.place())
            half within      \(units.length(accuracy.cep50))
            68 % within      \(units.length(accuracy.cep68))
            95 % within      \(units.length(accuracy.cep95))
            farthest         \(units.length(accuracy.maximumDeviation))
            drift            \(units.length(accuracy.drift)), first to last quarter

            """
        if let claimed = accuracy.claimedAccuracy { text += "claimed (68 %)   \(units.length(claimed))\n" }
        if let altitude = accuracy.meanAltitude, let deviation = accuracy.altitudeDeviation {
            text += "altitude         \(units.length(altitude)) ± \(units.length(deviation))\n"
        }
        return text
    }
}
