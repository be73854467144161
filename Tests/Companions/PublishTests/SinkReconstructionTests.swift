import LocationModel
import LocationServices
import LocdConfiguration
import LocdTestSupport
import Testing

@testable import Publish

/// A judge that collects all that the servers of sinks get of drives through two private regions, over midnight.
/// Whatever happened in the regions, they get the same. It prints figures.
@Suite(.timeLimit(.minutes(15))) struct SinkReconstructionTests {
    private static let start = Timestamp("2026-10-24T21:30:00Z") ?? .earliest
    private static let (home, work) = (
        Coordinate(latitude: 47.5, longitude: 8.5), Coordinate(latitude: 47.5, longitude: 8.6)
    )
    private static let drives = 12

    private static func zones(_ privacy: RegionPrivacy) -> PrivacyZones {
        PrivacyZones(
            [(home, privacy), (work, privacy == .cut ? .blur : .cut)].map { center, privacy in
                var region = Region(identifier: "\(center.longitude)", center: center, radius: 150)
                region.privacy = privacy
                return region
            })
    }

    private static func location(_ second: Double, _ place: Coordinate, speed: Double = 9) -> LocationEvent {
        var location = Location(timestamp: start.advanced(bySeconds: second), coordinate: place)
        (location.horizontalAccuracy, location.speed, location.course) = (3, speed, 90)
        return .location(location)
    }

    /// In public from 0 to 600 s, at home until 8,000 s, in public until 9,000 s, at work until 20,000 s, then in
    /// public. Only what happens at home and at work differs.
    private static func drive(_ generator: inout SeededGenerator) -> [LocationEvent] {
        func way(_ seconds: Range<Int>, from: Coordinate, to: Coordinate) -> [LocationEvent] {
            stride(from: seconds.lowerBound, to: seconds.upperBound, by: 10).map { second in
                let share = Double(second - seconds.lowerBound) / Double(seconds.count)
                return location(
                    Double(second),
                    Coordinate(latitude: from.latitude, longitude: from.longitude * (1 - share) + to.longitude * share))
            }
        }
        func stay(_ seconds: Range<Double>, at center: Coordinate) -> [LocationEvent] {
            let place = center.moved(
                by: Double.random(in: 0...100, using: &generator),
                bearing: Double.random(in: 0..<360, using: &generator))
            // The place and time of entry are public.
            var events = [location(seconds.lowerBound, center)]
            var times = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                Double.random(in: seconds.lowerBound + 1..<seconds.upperBound, using: &generator)
            }
            times.sort()
            for second in times {
                let time = start.advanced(bySeconds: second)
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: events.append(.pause(Pause(timestamp: time, coordinate: place, cause: .stationary)))
                case 1: events.append(.resume(Resume(timestamp: time, coordinate: place, cause: .speed)))
                case 2:
                    events.append(
                        .visit(Visit(timestamp: time, arrivalDate: time, departureDate: nil, coordinate: place)))
                case 3: events.append(.gap(Gap(from: time, to: time.advanced(bySeconds: 0.5), cause: .noFix)))
                default: events.append(location(second, place, speed: Double.random(in: 0...20, using: &generator)))
                }
            }
            return events
        }
        return way(0..<600, from: home.moved(by: 9000, bearing: 270), to: home.moved(by: 600, bearing: 270))
            + stay(610..<7990, at: home)
            + way(8000..<9000, from: home.moved(by: 600, bearing: 90), to: work.moved(by: 600, bearing: 270))
            + stay(9010..<19_990, at: work)
            + way(20_000..<21_000, from: work.moved(by: 600, bearing: 90), to: work.moved(by: 12_000, bearing: 90))
    }

    /// All bytes that the server of a sink gets, live or as a backlog of ten days later.
    private static func messages(
        _ sink: PublishSink, _ events: [LocationEvent], hiding zones: PrivacyZones, isLive: Bool
    )
        -> [String]
    {
        let identity = DeviceIdentity(sink, machine: "box")
        let home = HomeAssistantForm(device: "van", prefix: "homeassistant", version: "1")
        var filter = SinkFilter(sink, hiding: zones)
        return events.flatMap { event -> [String] in
            let time = event.timestamp ?? start
            let now = time.advanced(bySeconds: isLive ? 1 : 864_000)
            return filter.pass(event, at: now).map { record in
                let body: [UInt8] =
                    switch sink.kind {
                    case .ownTracksHTTP, .mqtt:
                        OwnTracksForm(identity).message(record, isBacklog: !isLive, at: now)?.body ?? []
                    case .traccar: TraccarForm(device: "van").body([record])
                    case .command: CommandForm(device: "van").lines([record])
                    case .homeAssistant: home.place(filter.latest).body
                    }
                return String(decoding: body, as: UTF8.self)
            }
        }
    }

    @Test(arguments: [RegionPrivacy.cut, .blur])
    func `The servers of all sinks get the same, whatever happens in private regions`(home privacy: RegionPrivacy) {
        var generator = SeededGenerator(seed: 3513)
        let zones = Self.zones(privacy)
        var (first, different, compared): ([String: [String]], Int, Int) = ([:], 0, 0)
        for _ in 0..<Self.drives {
            let events = Self.drive(&generator)
            for kind in PublishSink.Kind.allCases {
                for accuracy in [PublishSink.Accuracy.full, .reduced, .radius(300)] {
                    for isLive in [true, false] {
                        var sink = PublishSink(name: "x", kind: kind)
                        (sink.accuracy, sink.device, sink.thinAfter) = (accuracy, "van", isLive ? nil : 1)
                        let name = "\(kind) \(accuracy) \(isLive ? "live" : "later")"
                        let messages = Self.messages(sink, events, hiding: zones, isLive: isLive)
                        #expect(kind == .homeAssistant && !isLive || !messages.isEmpty, "\(name)")
                        compared += 1
                        guard let known = first[name] else {
                            first[name] = messages
                            continue
                        }
                        guard known != messages else { continue }
                        different += 1
                        let difference = messages.difference(from: known).prefix(2)
                        Issue.record("\(name) differs: \(Array(difference))")
                    }
                }
            }
        }
        print(
            "sinks (home \(privacy)), \(Self.drives) drives over midnight through two private regions: \(compared) streams, "
                + "that depend on what was within \(different)")
    }

    /// As live: a later place of that quarter would show when the region was left.
    @Test(arguments: [RegionPrivacy.cut, .blur])
    func `The quarter of an hour in which a private region is left has no place of reduced accuracy`(
        privacy: RegionPrivacy
    ) {
        var generator = SeededGenerator(seed: 3515)
        for _ in 0..<Self.drives {
            var sink = PublishSink(name: "x", kind: .command)
            sink.accuracy = .reduced
            var filter = SinkFilter(sink, hiding: Self.zones(privacy))
            let sent = Self.drive(&generator).flatMap { filter.pass($0, at: $0.timestamp ?? Self.start) }
            // 23:30 and 3:00, in which 8,000 s and 20,000 s lie; entered it was in quarters that had their place.
            let quarters = sent.compactMap {
                $0.timestamp.map { Int(rounding: $0.seconds(since: Self.start) / 900, .towardZero) }
            }
            #expect(quarters == [0, 9, 23], "\(quarters)")
        }
    }

    /// Nor do the status and the metrics that every user may read.
    @Test func `The status for every user is the same, whatever happens in private regions`() throws {
        var generator = SeededGenerator(seed: 3514)
        var first: String?
        for _ in 0..<3 {
            let folder = try TrackFolder()
            var lines: [String: String] = [:]
            for event in Self.drive(&generator) {
                var line = JSONLine()
                line.append(event)
                lines["\((event.timestamp ?? Self.start).day)", default: header] += String(
                    decoding: line.bytes, as: UTF8.self)
            }
            for (day, text) in lines { try folder.append(text, to: "\(day).jsonl") }
            let now = Instant(monotonic: .zero, wall: Self.start.advanced(bySeconds: 21_000))
            let engine = try folder.engine(capacity: 10, hiding: Self.zones(.cut), at: now)
            var seen: [String] = []
            while case .deliver(let delivery) = try engine.step(isMetered: false, at: now) {
                try engine.delivered(delivery, bytes: 100, at: now)
                let status = PublishStatus(sinks: [engine.report(at: now).redacted])
                seen.append(String(decoding: try status.json(), as: UTF8.self) + status.prometheusText)
            }
            #expect(Set(seen).count == 1 && first.map { $0 == seen.first } ?? true, "\(Set(seen))")
            first = seen.first
        }
    }
}
