import Glibc
import LocationModel
import Phrasing
import TrackTools
import Tracks

@testable import LocdConfiguration
@testable import Publish
@testable import Sharing
@testable import Web

/// From the bytes of a track to everything that is made of it: what servers are sent, exports, pictures, and the
/// documents of locd-web. After the letter `x` the bytes are figures of a location that no reader bounded. The length
/// of the input chooses the format of its export: all of them for each input take seven times as long.
func fuzzOutputs(_ input: UnsafeRawBufferPointer) {
    if input.first == UInt8(ascii: "x") {
        let location = anyLocation(UnsafeRawBufferPointer(rebasing: input.dropFirst()))
        let next = Location(timestamp: location.timestamp.advanced(bySeconds: 1), coordinate: location.coordinate)
        make([.event(.location(location)), .event(.location(next)), .event(.location(location))], choice: input.count)
        return
    }
    let records = input.split(separator: UInt8(ascii: "\n")).compactMap { line -> TrackRecord? in
        let line = TrackLine(parsing: UnsafeRawBufferPointer(rebasing: line).bindMemory(to: UInt8.self))
        return if case .record(let record) = line { record } else { nil }
    }
    for case .event(.location(let location)) in records {
        precondition(location.horizontalAccuracy.map { $0 > 0 && $0 < 3e7 } ?? true, "\(location)")
        precondition(abs(location.altitude ?? 0) <= 100_000 && location.speed ?? 0 <= 12_000, "\(location)")
    }
    make(records, choice: input.count)
}

/// Everything that is made of these records, in formats by `choice`.
private func make(_ records: [TrackRecord], choice: Int) {
    publish(records)
    var stepper = TrackStepper()
    var day = TrackDay()
    var steps: [TrackStep] = []
    for record in records {
        day.add(record)
        stepper.steps(of: record, in: TrackPiece()) { steps.append($0) }
    }
    for step in steps { day.add(step) }
    day.finish()
    _ = try? day.picture.svg(options: PictureOptions())
    show(day)
    let exports = ExportFormat.allCases
    export(steps, exports[choice % exports.count])
}

private func publish(_ records: [TrackRecord]) {
    let sink = PublishSink(name: "sink", kind: .mqtt)
    let identity = DeviceIdentity(sink, machine: "box")
    let now = Timestamp.latest
    for case .event(let event) in records {
        let record = PublishedRecord(event)
        _ = OwnTracksForm(identity).message(record, at: now)
        _ = TraccarForm(device: "box").body([record])
        _ = CommandForm(device: "box").lines([record])
        guard case .location(let location) = event else { continue }
        let home = HomeAssistantForm(device: "box", prefix: "homeassistant", version: "1")
        _ = (home.place(location), home.state(live: location, battery: 50, receiver: nil))
        _ = GPSDEncoder.tpv(location)
        var encoder = NMEAEncoder()
        _ = encoder.encode(SharedEpoch(location))
    }
}

private func show(_ day: TrackDay) {
    guard let range = DayRange("2026-11-24") else { return }
    let document = DayDocument(
        range, day, regions: [], faults: 0, calendar: .utc, units: .metric, town: { _ in nil })
    let page = RecordedPage(document, title: nil, creator: "locd", ground: Ground(nil, places: nil))
    precondition(!page.data.contains("<"))
    guard let first = range.interval(in: .utc).from, let sketch = DaySketch(day) else { return }
    let found = DaySketches.Found(days: [(day: first.day, sketch: sketch)], isComplete: true)
    _ = OverviewDocument.calendar(found)
    for zoom in [0, 5, 22] { _ = OverviewDocument.overview(found, zoom: zoom) }
}

/// Nobody reads it.
private let null = open("/dev/null", O_WRONLY | O_CLOEXEC)

private func export(_ steps: [TrackStep], _ format: ExportFormat) {
    var options = ExportOptions()
    options.hasMarks = true
    var exporter = TrackExporter(
        format, options: options, to: ExportDestination(descriptor: null, name: "null"), day: { "\($0.day)" })
    do {
        for step in steps { try exporter.add(step) }
        try exporter.finish()
    } catch {
        preconditionFailure("\(error)")
    }
}

/// A location of which each figure is any number.
private func anyLocation(_ bytes: UnsafeRawBufferPointer) -> Location {
    var offset = 0
    func number() -> Double? {
        guard offset + 8 <= bytes.count else { return nil }
        defer { offset += 8 }
        return Double(bitPattern: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    let time = Timestamp.earliest.advanced(bySeconds: abs(number() ?? 0))
    let latitude = number().map { $0.isFinite ? $0.remainder(dividingBy: 90) : 0 } ?? 0
    let longitude = number().map { $0.isFinite ? $0.remainder(dividingBy: 180) : 0 } ?? 0
    var location = Location(timestamp: time, coordinate: Coordinate(latitude: latitude, longitude: longitude))
    location.horizontalAccuracy = number()
    location.altitude = number()
    location.speed = number()
    location.course = number()
    location.verticalAccuracy = number()
    location.ellipsoidalAltitude = number()
    location.speedAccuracy = number()
    location.courseAccuracy = number()
    location.hdop = number()
    location.satellitesUsed = number().map { Int(rounding: $0) }
    return location
}
