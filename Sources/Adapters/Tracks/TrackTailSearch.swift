internal import LocationModel
internal import SystemSupport

/// Finds the end of the track, from its last line backwards, one file after the other.
struct TrackTailSearch {
    /// The minimum number of lines to search for visits and regions: those that were written while a slow disk delayed
    /// saving the state of the services.
    static let eventLines = 256

    /// The end as known so far.
    var tail: TrackTail {
        var tail = found
        tail.events = eventsBackwards.reversed()
        tail.delivered = tail.events.filter(\.isOfPlace)
        return tail
    }

    private var found = TrackTail()
    private var eventsBackwards: [LocationEvent] = []
    private var lines = 0
    private var isPauseKnown = false

    /// Whether older lines have nothing to add.
    var isComplete: Bool { found.lastLocation != nil && lines >= Self.eventLines }

    /// Notes the file that was written last, and its repair.
    mutating func begin(with file: String, repair: TrackRepair?) {
        found.file = file
        if let repair { found.repairs.append(repair) }
    }

    /// Takes the end of a file of `size` bytes, which is older than everything so far.
    mutating func learn(
        from descriptor: Int32, size: Int64, _ fileSystem: any FileSystem
    ) throws(SystemCallError) {
        let before = self
        for window in TrackFileEnd.windows {
            self = before
            let end = try TrackFileEnd(of: descriptor, size: size, window: window, fileSystem)
            end.forEachLineBackwards { line in
                if case .record(let record) = line.content { learn(from: record) }
                return !isComplete
            }
            if isComplete || end.isWhole { return }
        }
    }

    private mutating func learn(from record: TrackRecord) {
        lines += 1
        if found.lastTimestamp == nil { found.lastTimestamp = record.timestamp }
        guard case .event(let event) = record else { return }
        switch event {
        case .location(let location) where location.integrity == .notTrusted: break
        case .location(let location):
            if found.lastLocation == nil { found.lastLocation = location }
            isPauseKnown = true
        case .pause(let pause):
            if !isPauseKnown { found.openPause = pause }
            isPauseKnown = true
            eventsBackwards.append(event)
        case .resume:
            isPauseKnown = true
            eventsBackwards.append(event)
        case .visit, .region: eventsBackwards.append(event)
        default: break
        }
    }
}

extension LocationEvent {
    /// Whether it is a visit or a crossing.
    fileprivate var isOfPlace: Bool {
        switch self {
        case .visit, .region: true
        default: false
        }
    }
}
