import LocationModel
import Phrasing

/// A time or a length of time as a person types it, by several clocks: a stretch of time does not end before it begins,
/// and what is printed of a moment is read as that moment.
func fuzzTimes(_ input: UnsafeRawBufferPointer) {
    let text = String(decoding: input.bindMemory(to: UInt8.self), as: UTF8.self)
    if let moment = Timestamp(rfc3339: text.utf8) { precondition(Timestamp(moment.description) == moment, "\(text)") }
    if let span = TimeSpan(text) { precondition(span.seconds >= 0 && span.seconds.isFinite, "\(text)") }
    for calendar in calendars {
        for now in moments {
            guard let phrase = TimePhrase(text, now: now, calendar: calendar) else { continue }
            precondition(phrase.start <= phrase.end, "\(text) ends before it begins")
            // At the ends of time no clock goes on to what it would show.
            guard phrase.start > .earliest.advanced(bySeconds: 172_800),
                phrase.start < .latest.advanced(bySeconds: -172_800)
            else { continue }
            let printed = calendar.text(phrase.start)
            guard let again = TimePhrase(printed, now: now, calendar: calendar) else {
                preconditionFailure("\(printed) cannot be read")
            }
            let late = phrase.start.milliseconds - again.start.milliseconds
            precondition((0..<1000).contains(late), "\(text) is printed as \(printed)")
        }
    }
}

private func moment(_ seconds: Double) -> Timestamp {
    Timestamp(milliseconds: Int64(rounding: seconds * 1000)) ?? .earliest
}

/// A change of the clocks of Auckland, one of St. John's, and the edges of time.
private let moments = [moment(1_775_311_200), moment(1_793_507_400), .earliest, .latest]

/// UTC; clocks that go back by an hour, by half an hour, and that skip a day.
private let calendars = [
    LocalCalendar.utc,
    LocalCalendar { $0.milliseconds < 1_775_311_200_000 ? 46_800 : 43_200 },
    LocalCalendar { $0.milliseconds < 1_793_507_400_000 ? -9000 : -12_600 },
    LocalCalendar { $0.milliseconds < 1_325_239_200_000 ? -36_000 : 50_400 },
]
