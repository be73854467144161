import ArgumentParser
import CommandText
import LocationModel
import LocdClient
import LocdProtocol
import Phrasing

/// `locd why`: what happened to each recent fix, and why.
struct WhyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain why each fix was or was not recorded.",
        discussion: """
            Show the reason for each fix that was not recorded, at TIME or among the latest. The daemon stores some \
            thousand results; a lasting state, such as a pause, counts as one.

            TIME is \(TimePhrase.forms); in local time (TZ), unless --utc or an offset is given.

            Exit codes: 0 answered, 64 invalid time, 69 daemon not reachable, 77 not permitted, 1 other errors.
            """
    )

    @Argument(help: "The time to explain.")
    var time: [String] = []

    @Option(help: "Limit to the latest N results, 1 to 1000 (default: 20; with a time: 1000).")
    var limit: Int?

    @Flag(help: "Print one line of JSON.")
    var json = false

    @OptionGroup var daemon: SocketOption
    @OptionGroup var display: ClockOptions

    private static let usual = 20

    mutating func validate() throws {
        guard (1...WhyParameters.maximumLimit).contains(limit ?? 1) else {
            throw ValidationError("--limit must be 1 to \(WhyParameters.maximumLimit)")
        }
    }

    /// The stretch of time that is meant. A time of day that is still to come today was yesterday's.
    private var phrase: (from: Timestamp, to: Timestamp)? {
        let (text, now) = (time.joined(separator: " "), Console.now)
        guard var phrase = TimePhrase(text, now: now, calendar: display.calendar) else { return nil }
        if phrase.isTimeOfDay, phrase.start > now {
            phrase = TimePhrase("yesterday \(text)", now: now, calendar: display.calendar) ?? phrase
        }
        let (start, end) = (phrase.start, phrase.end)
        // A bare moment, such as "5 minutes ago": half a minute on either side.
        guard end > start else { return (start.advanced(bySeconds: -30), start.advanced(bySeconds: 30)) }
        return (start, end)
    }

    func run() async throws {
        // Not in validate(): an option that this verb does not have would be taken for a part of the time.
        guard time.isEmpty || phrase != nil else {
            throw ValidationError(
                "cannot read \"\(time.joined(separator: " "))\" as a time. Examples: \(TimePhrase.forms)")
        }
        let phrase = phrase
        if let phrase, phrase.from > Console.now {
            throw Console.failure("\(display.calendar.text(phrase.from)) is in the future", .usage)
        }
        var reply = try await daemon.ask { (client) async throws(LocdClientError) in
            try await client.why(
                from: phrase?.from, to: phrase?.to,
                limit: limit ?? (phrase == nil ? Self.usual : WhyParameters.maximumLimit),
                privateRegions: true)
        }
        if json {
            try Console.put(reply.jsonText() + "\n")
        } else {
            // Without a time it goes without saying that there was more.
            if phrase == nil { reply.isCut = false }
            let words = WhyText(reply, at: Console.now, calendar: display.calendar)
            try Console.putText(words.text)
            for note in words.notes { Console.say(note) }
        }
    }
}
