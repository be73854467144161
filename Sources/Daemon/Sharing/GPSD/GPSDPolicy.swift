/// What a client watches, according to its WATCH.
package struct GPSDPolicy: Sendable, Hashable {
    /// Whether reports are enabled.
    package var isEnabled = false
    /// Reports in JSON.
    package var wantsJSON = false
    /// Sentences of NMEA 0183.
    package var wantsNMEA = false
    /// The requested device; `nil` for any.
    package var device: String?

    /// Nothing is watched.
    package init() {}

    /// Applies a WATCH. Absent members change nothing; an absent `enable` means true. A request for the receiver's raw
    /// data gets NMEA sentences: locd has nothing else.
    package mutating func apply(_ watch: GPSDRequest.Watch) {
        isEnabled = watch.enable ?? true
        wantsJSON = watch.json ?? wantsJSON
        wantsNMEA = watch.nmea ?? (watch.raw.map { $0 > 0 } ?? wantsNMEA)
        device = watch.device ?? device
        guard !isEnabled else { return }
        wantsJSON = false
        wantsNMEA = false
        device = nil
    }
}
