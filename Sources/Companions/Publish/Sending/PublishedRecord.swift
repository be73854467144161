package import LocationModel

/// What is sent of one record of the track, after privacy and accuracy.
package struct PublishedRecord: Sendable, Hashable {
    /// What happened, as far as the sink may know it.
    package let event: LocationEvent
    /// Tells the record from all others of the same device, in every attempt to send it.
    ///
    /// It is the 64-bit FNV-1a hash of what is sent, not of what was recorded: a hash of an exact place would let it be
    /// guessed.
    package let identifier: UInt64

    /// When it was recorded, which is not sent: with less than full accuracy ``timestamp`` may be much earlier.
    let recordedAt: Timestamp?

    /// The place that was sent last before it, or with it.
    package let lastPlace: Coordinate?

    /// The record of an event. `recordedAt`: if that is not the time of the event; `lastPlace`: for an event without a
    /// place of its own.
    package init(_ event: LocationEvent, recordedAt: Timestamp? = nil, lastPlace: Coordinate? = nil) {
        self.event = event
        self.recordedAt = recordedAt ?? event.timestamp
        if case .location(let location) = event {
            self.lastPlace = location.coordinate
        } else {
            self.lastPlace = lastPlace
        }
        var line = JSONLine()
        line.append(event)
        identifier = StableHash(line.bytes).value
    }

    /// The identifier as it is sent: 16 hexadecimal digits.
    package var identifierText: String { identifier.hexadecimal }

    /// When it happened; `nil` for what has no time.
    package var timestamp: Timestamp? { event.timestamp }

    /// Where it happened, as far as that is known.
    var place: Coordinate? {
        if case .location(let location) = event { location.coordinate } else { nil }
    }

    var isLocation: Bool {
        if case .location = event { true } else { false }
    }
}
