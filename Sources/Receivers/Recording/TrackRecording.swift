import LocationModel
import LocationServices
import Tracks

/// A track of locd: its locations become the fixes that they were.
struct TrackRecording: RecordingDecoder {
    private var lines = LineSplitter()

    init() {}

    mutating func decode(_ bytes: UnsafeRawBufferPointer, into events: inout [ReceiverEvent]) {
        lines.split(bytes) { Self.read($0, into: &events) }
    }

    mutating func finish(into events: inout [ReceiverEvent]) {
        lines.finish { Self.read($0, into: &events) }
    }

    /// Pauses and the like are decisions of the one who recorded: who reads decides anew, what is a hole too. But why there
    /// was nothing, only the recording knows.
    private static func read(_ line: UnsafeRawBufferPointer, into events: inout [ReceiverEvent]) {
        guard case .record(.event(let event)) = TrackLine(parsing: line.assumingMemoryBound(to: UInt8.self)) else {
            return
        }
        switch event {
        case .location(let location): events.append(.fix(Fix(location)))
        case .gap(let gap): events.append(.gap(gap))
        default: break
        }
    }
}

extension Fix {
    /// The fix that a recorded location was.
    fileprivate init(_ location: Location) {
        let hasAltitude = location.altitude != nil || location.ellipsoidalAltitude != nil
        self.init(
            mode: location.fix ?? (hasAltitude ? .fix3D : .fix2D), timestamp: location.timestamp,
            coordinate: location.coordinate, isSimulated: true)
        horizontalAccuracy = location.horizontalAccuracy
        altitude = location.altitude
        ellipsoidalAltitude = location.ellipsoidalAltitude
        verticalAccuracy = location.verticalAccuracy
        speed = location.speed
        speedAccuracy = location.speedAccuracy
        course = location.course
        courseAccuracy = location.courseAccuracy
        satellitesUsed = location.satellitesUsed
        hdop = location.hdop
    }
}
