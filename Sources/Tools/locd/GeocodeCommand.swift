import ArgumentParser
import CommandText
import Geocoding
import LocationModel
import LocdClient
import LocdConfiguration
import LocdProtocol
import Phrasing

/// `locd geocode`: what a place is called, and where what is called so is.
struct GeocodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geocode", abstract: "Find the coordinates of a place name, or the name of coordinates.",
        discussion: """
            Ask the daemon, which may ask an address server (geocoder.server). If no daemon runs, or with --offline, \
            look into the place table of this machine (geocoder.table), which knows towns, not streets. Coordinates \
            are \(Coordinate.placeForms).

            Exit codes: 0 found, 66 nothing found, 69 no daemon and no place table, 1 other errors.
            """)

    @Argument(help: "A town, state or country, followed by the area that contains it; or coordinates.")
    var place: [String]

    @Option(help: ArgumentHelp("The language of the names, such as de_CH (default: local names).", valueName: "locale"))
    var locale: String?

    @Flag(help: "Use the place table of this machine; do not ask the daemon.")
    var offline = false

    @Flag(help: "Print a line of JSON for each place.")
    var json = false

    @OptionGroup var configuration: ConfigCommand.FileOptions
    @OptionGroup var daemon: SocketOption

    private var text: String { place.joined(separator: " ") }

    mutating func validate() throws {
        guard (1...1024).contains(text.utf8.count) else { throw ValidationError("a place has 1 to 1024 bytes") }
    }

    func run() async throws {
        let (placemarks, isPartial) = try await found()
        guard !placemarks.isEmpty else {
            throw Console.failure("nothing found for \"\(text.visible)\". Try a town, or a larger area", .noInput)
        }
        if isPartial { Console.say("locd: part of \"\(text.visible)\" was ignored: the place table has no streets") }
        for placemark in placemarks {
            if json {
                try Console.put(Self.line(placemark))
            } else {
                try Console.putText("\(placemark.coordinate.place())  \(Self.name(of: placemark))\n")
            }
        }
    }

    private func found() async throws -> (placemarks: [Placemark], isPartial: Bool) {
        if !offline {
            do throws(LocdClientError) {
                return try await answer(of: daemon.client)
            } catch {
                switch error.code {
                case .refused(.geocodeFoundNoResult): return ([], false)
                case .notReachable: break
                default: throw Console.failure(error)
                }
            }
        }
        do throws(PlaceTableError) {
            return try answer(of: Geocoder(PlaceTable(TableBytes(path: try table()))))
        } catch {
            throw Console.failure("\(error)", .notReachable)
        }
    }

    private func table() throws(PlaceTableError) -> String {
        let loaded = try? configuration.ofTrack().geocoder.table
        guard let table = loaded ?? nil else { throw .missing(path: "(geocoder.table)") }
        return table
    }

    private func answer(of client: LocdClient) async throws(LocdClientError) -> ([Placemark], Bool) {
        if let coordinate = Coordinate(place: text) {
            return (try await client.placemarks(at: coordinate, locale: locale), false)
        }
        let reply = try await client.placemarks(named: text, locale: locale)
        return (reply.placemarks, reply.isPartial)
    }

    private func answer(of geocoder: Geocoder) throws(PlaceTableError) -> ([Placemark], Bool) {
        if let coordinate = Coordinate(place: text) {
            return (try geocoder.placemarks(at: coordinate, locale: locale), false)
        }
        let finding = try geocoder.placemarks(named: text, locale: locale)
        return (finding.placemarks, finding.isPartial)
    }

    /// From the smallest to the largest: `Zürich, Zürich, Switzerland`.
    private static func name(of placemark: Placemark) -> String {
        let street = [placemark.thoroughfare, placemark.subThoroughfare].compactMap(\.self).joined(separator: " ")
        let parts = [
            street.isEmpty ? nil : street, placemark.subLocality, placemark.locality ?? placemark.name,
            placemark.administrativeArea, placemark.country, placemark.inlandWater ?? placemark.ocean,
        ]
        var names: [String] = []
        for part in parts.compactMap(\.self) where part != names.last { names.append(part.visible) }
        return names.joined(separator: ", ")
    }

    private static func line(_ placemark: Placemark) -> JSONLine {
        var line = JSONLine()
        line.begin(type: "placemark")
        line.member("latitude", placemark.coordinate.latitude, decimals: 7)
        line.member("longitude", placemark.coordinate.longitude, decimals: 7)
        line.member("horizontalAccuracy", placemark.horizontalAccuracy, decimals: 1)
        let texts: [(StaticString, String?)] = [
            ("name", placemark.name), ("thoroughfare", placemark.thoroughfare),
            ("subThoroughfare", placemark.subThoroughfare), ("locality", placemark.locality),
            ("subLocality", placemark.subLocality), ("administrativeArea", placemark.administrativeArea),
            ("subAdministrativeArea", placemark.subAdministrativeArea), ("postalCode", placemark.postalCode),
            ("isoCountryCode", placemark.isoCountryCode), ("country", placemark.country),
            ("inlandWater", placemark.inlandWater), ("ocean", placemark.ocean), ("timeZone", placemark.timeZone),
        ]
        for (key, text) in texts { if let text { line.member(key, text) } }
        line.end()
        return line
    }
}
