internal import CommandText
package import LocationModel
package import LocdProtocol
package import Phrasing
internal import TrackTools
internal import Tracks

/// Why there are locations around a moment or none: from the track, and from the fixes that the daemon remembers.
package struct WhyDocument {
    /// Seconds around the moment.
    package static let reach = 60.0
    package static let maximumFixes = 40

    let moment: Timestamp
    let source: TrackSource
    let calendar: LocalCalendar

    package init(_ moment: Timestamp, source: TrackSource, calendar: LocalCalendar) {
        (self.moment, self.source, self.calendar) = (moment, source, calendar)
    }

    /// The interval that the daemon is asked about.
    package var interval: (from: Timestamp, to: Timestamp) {
        (moment.advanced(bySeconds: -Self.reach), moment.advanced(bySeconds: Self.reach))
    }

    /// `{"time":…,"track":["…"],"fixes":["…"],"notes":["…"]}`, sentences for people.
    /// - Parameters:
    ///   - reply: What the daemon remembers; `nil` if it is not there.
    ///   - now: The time of the system.
    package func json(_ reply: WhyReply?, at now: Timestamp) throws(TrackSource.Failure) -> [UInt8] {
        let track = try trackSentences()
        // If the daemon remembers no fixes there, it returns the nearest ones, which explain nothing about this moment.
        let words = reply.flatMap { $0.isNearest ? nil : WhyText($0, at: now, calendar: calendar) }
        return JSONText.object { line in
            line.moment("time", moment)
            line.strings("track", track)
            line.strings("fixes", (words?.text ?? "").split(separator: "\n").suffix(Self.maximumFixes).map(String.init))
            line.strings("notes", words?.notes ?? [])
        }
    }

    /// The track's part: the gap or pause around the moment, or the location recorded there.
    private func trackSentences() throws(TrackSource.Failure) -> [String] {
        var sentences: [String] = []
        var pause: Pause?
        var nearest: Location?
        // A gap is written when it ends, and a pause when it begins: both are looked for within a day on either side.
        let around = TrackInterval(
            from: moment.advanced(bySeconds: -86_400), to: moment.advanced(bySeconds: 86_400))
        _ = try source.read(around) { record in
            guard case .event(let event) = record else { return }
            switch event {
            case .gap(let gap) where gap.from <= moment && moment <= gap.to && sentences.count < 8:
                sentences.append(
                    "No locations from \(clock(gap.from)) to \(clock(gap.to)): \(PictureWords.cause(gap.cause.rawValue))."
                )
            case .pause(let found): if found.timestamp <= moment { pause = found }
            case .resume(let resume):
                if let begun = pause, resume.timestamp >= moment, begun.timestamp <= moment, sentences.count < 8 {
                    sentences.append("\(sentence(begun)), until \(clock(resume.timestamp)).")
                    pause = nil
                } else if resume.timestamp < moment {
                    pause = nil
                }
            case .location(let location):
                let distance = abs(location.timestamp.seconds(since: moment))
                if distance <= Self.reach, nearest.map({ distance < abs($0.timestamp.seconds(since: moment)) }) ?? true
                {
                    nearest = location
                }
            default: break
            }
        } step: { _ in
        }
        if let pause { sentences.append("\(sentence(pause)).") }
        if let nearest, abs(nearest.timestamp.seconds(since: moment)) <= 5 || sentences.isEmpty {
            let accuracy = nearest.horizontalAccuracy.map { ", accurate to \(Int(rounding: $0, .up)) m" } ?? ""
            sentences.append("Recorded at \(clock(nearest.timestamp))\(accuracy).")
        }
        return sentences
    }

    private func sentence(_ pause: Pause) -> String {
        "Recording paused at \(clock(pause.timestamp)), standing still"
    }

    private func clock(_ time: Timestamp) -> String {
        calendar.day(of: time) == calendar.day(of: moment)
            ? calendar.clock(time, withSeconds: true)
            : "\(calendar.day(of: time)) \(calendar.clock(time, withSeconds: true))"
    }
}
