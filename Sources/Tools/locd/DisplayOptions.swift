public import ArgumentParser
import LocationModel
import LocdConfiguration
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
