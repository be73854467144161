public import ArgumentParser
import Glibc
import LocationModel
import LocdClient
import LocdConfiguration
import LocdProtocol
public import Phrasing

/// By which clocks times are typed and printed for people. JSON, files and the socket have UTC.
struct ClockOptions: ParsableArguments {
    @Flag(help: "Read and print times in UTC instead of local time (TZ).")
    var utc = false

    /// The clocks by which times are typed and printed.
    var calendar: LocalCalendar { utc ? .utc : SystemCalendar.local }

    /// Reads a time; ends with 64 where that is not possible. `option` is for the message.
    func phrase(_ text: String, _ option: String? = nil) throws -> TimePhrase {
        guard let phrase = TimePhrase(text, now: Console.now, calendar: calendar) else {
            throw ValidationError(
                "cannot read \"\(text.visible)\" as a time\(option.map { " (\($0))" } ?? ""). Examples: \(TimePhrase.forms)"
            )
        }
        return phrase
    }
}

/// How times and figures are typed and printed for people. JSON, files and the socket have UTC and SI units.
struct DisplayOptions: ParsableArguments {
    @OptionGroup var clock: ClockOptions

    @Option(
        help: ArgumentHelp(
            "Print figures in metric, imperial or nautical units (default: display.units of the configuration).",
            valueName: "system"))
    var units: UnitSystem?

    /// The clocks by which times are typed and printed.
    var calendar: LocalCalendar { clock.calendar }

    /// The units that are asked for, else those of the configuration; metric where that cannot be read.
    func unitSystem(_ path: String? = nil) -> UnitSystem {
        let environment = path == nil && units == nil ? DaemonSettings.environment : Console.environment
        return units ?? (try? Configuration.load(path: path, environment: environment))?.configuration.display.units
            ?? .metric
    }
}

extension UnitSystem: ExpressibleByArgument {}
extension CalendarPeriod: ExpressibleByArgument {}

/// The clocks of the machine: TZ, else /etc/localtime.
enum SystemCalendar {
    /// The calendar of the machine's time zone.
    static let local: LocalCalendar = {
        tzset()
        return LocalCalendar { moment in parts(at: moment).map { Int($0.tm_gmtoff) } ?? 0 }
    }()

    /// How people there call the time of a moment, such as `CEST`; empty if it has no name.
    static func name(of calendar: LocalCalendar, at moment: Timestamp) -> String {
        if calendar.isUTC { return "UTC" }
        return parts(at: moment)?.tm_zone.map { String(cString: $0) } ?? ""
    }

    /// Year to second, as the clocks of the machine show them.
    private static func parts(at moment: Timestamp) -> tm? {
        // The milliseconds before 1970 count towards the second that they are in.
        var time = time_t(
            moment.milliseconds >= 0 ? moment.milliseconds / 1000 : (moment.milliseconds - 999) / 1000)
        var parts = tm()
        return localtime_r(&time, &parts) == nil ? nil : parts
    }
}

/// What verbs that read a track take from the daemon that LOCD_SOCKET names: where its track, its private regions and
/// its places are, and its units. Without it, or an answer, they are those of the caller's own configuration.
enum DaemonSettings {
    private static let keys = ["tracks.directory", "regions.file", "geocoder.table", "display.units"]

    /// The environment, with the daemon's values in place of variables that are not set.
    static let environment: [String: String] = {
        let own = Console.environment
        guard let path = own["LOCD_SOCKET"], !path.isEmpty,
            let reply = try? LocdClient(socketPath: path).exchange(
                LocationInterface.Configuration.self, NoParameters(), within: .seconds(1))
        else { return own }
        let variables = Dictionary(uniqueKeysWithValues: ConfigurationKey.all.map { ($0.id, $0.environmentVariable) })
        // As in YAML, a path with a space is in quotes; a variable has none.
        let values = reply.settings.filter { keys.contains($0.key) }.compactMap { setting in
            variables[setting.key].map { ($0, setting.value.filter { $0 != "\"" }) }
        }
        return own.merging(values) { variable, _ in variable }
    }()
}
