internal import LocationModel

/// Finds how the track ends, from its last line backwards, one file after the other.
struct TrackTailSearch {
    private(set) var tail = TrackTail()
    private var isPauseKnown = false

    /// Whether older lines have nothing to add.
    var isComplete: Bool { tail.lastLocation != nil }

    /// Notes the file that was written last, and what had to be repaired in it.
    mutating func begin(with file: String, repair: TrackRepair?) {
        tail.file = file
        if let repair { tail.repairs.append(repair) }
    }

    /// Learns from the end of a file of `size` bytes, which is older than all that was learned from before.
    mutating func learn(
        from descriptor: Int32, size: Int64, _ fileSystem: any TrackFileSystem
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
        if tail.lastTimestamp == nil { tail.lastTimestamp = record.timestamp }
        guard case .event(let event) = record else { return }
        switch event {
        case .location(let location): tail.lastLocation = location
        case .pause(let pause):
            if !isPauseKnown { tail.openPause = pause }
            isPauseKnown = true
        case .resume: isPauseKnown = true
        default: break
        }
    }
}
