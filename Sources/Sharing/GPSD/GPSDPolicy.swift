/// What a program watches, as its WATCH says.
package struct GPSDPolicy: Sendable, Hashable {
    /// Whether it wants reports at all.
    package var isEnabled = false
    /// Reports in JSON.
    package var wantsJSON = false
    /// Sentences of NMEA 0183.
    package var wantsNMEA = false
    /// The device that it wants; `nil` for any.
    package var device: String?

    /// Nothing is watched.
    package init() {}

    /// What a WATCH changes. What it leaves out stays; `enable` left out means true. A request for the raw words of the receiver gets
    /// sentences: there is nothing else to hand on.
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
