import LocationModel

/// Which of gpsd's devices is listened to: two receivers interleaved make no track. Pure.
///
/// The first to report is taken. It is left for another
/// - at once, when that one has a fix and the present one has had none for ``loyalty``;
/// - when that one has been clearly better in each of its reports for ``trial``: 3D against 2D, or at most half the
///   radius of error (``clearly``) with the same kind of fix;
/// - when no device has a fix and the current one has been silent for ``loyalty``.
///
/// So two alike do not take turns, and a receiver that is better for a moment changes nothing.
struct DeviceChooser {
    /// How long the present device keeps the others out after its last fix, or its last word.
    static let loyalty = Duration.seconds(5)
    /// How long another must have been clearly better.
    static let trial = Duration.seconds(10)
    /// The part of the present radius of error below which another is clearly better.
    static let clearly = 0.5
    /// Devices that are remembered; gpsd itself knows four.
    static let limit = 16
    /// Weight of a new figure of accuracy against those before.
    private static let weight = 0.125

    private struct Candidate {
        var mode = Fix.Mode.none
        /// Metres, 68 %, smoothed.
        var accuracy: Double?
        var lastReport: Duration
        var lastFix: Duration?
        /// Since when it has been clearly better than the present one.
        var betterSince: Duration?

        func hasFix(at now: Duration) -> Bool { lastFix.map { now - $0 < loyalty } ?? false }
        func isSilent(at now: Duration) -> Bool { now - lastReport >= loyalty }
    }

    /// The device in use; `nil` before the first report.
    private(set) var chosen: String?
    private var candidates: [String: Candidate] = [:]

    /// A choice that begins with a device, or with none.
    init(preferring device: String? = nil) {
        chosen = device
    }

    /// Takes a device's report of an epoch. Whether the device is the one in use, now.
    mutating func report(_ device: String, mode: Fix.Mode, accuracy: Double?, at now: Duration) -> Bool {
        note(device, mode, accuracy, at: now)
        guard device != chosen else { return true }
        guard mayTakeOver(device, at: now) else { return false }
        chosen = device
        for key in candidates.keys { candidates[key]?.betterSince = nil }
        return true
    }

    /// gpsd lists its devices: one of them is expected to report, unless another does first.
    mutating func expect(_ device: String) {
        guard device != chosen else { return }
        chosen = device
        candidates[device] = nil
    }

    /// A device is gone: the next that reports is taken.
    mutating func lose(_ device: String) {
        candidates[device] = nil
    }

    /// Whether a device that reported before has said nothing for ``loyalty``.
    func hasSilent(at now: Duration) -> Bool {
        candidates.values.contains { $0.isSilent(at: now) }
    }

    private mutating func note(_ device: String, _ mode: Fix.Mode, _ accuracy: Double?, at now: Duration) {
        if candidates[device] == nil, candidates.count >= Self.limit,
            let oldest = candidates.filter({ $0.key != chosen }).min(by: { $0.value.lastReport < $1.value.lastReport })
        {
            candidates[oldest.key] = nil
        }
        var candidate = candidates[device] ?? Candidate(lastReport: now)
        if candidate.isSilent(at: now) || candidate.mode != mode { candidate.accuracy = nil }
        if candidate.isSilent(at: now) { candidate.betterSince = nil }
        candidate.mode = mode
        candidate.lastReport = now
        if mode != .none {
            candidate.lastFix = now
            if let accuracy {
                candidate.accuracy = candidate.accuracy.map { $0 + (accuracy - $0) * Self.weight } ?? accuracy
            }
        }
        candidates[device] = candidate
    }

    private mutating func mayTakeOver(_ device: String, at now: Duration) -> Bool {
        guard let candidate = candidates[device] else { return false }
        guard let chosen, let present = candidates[chosen] else { return true }
        guard present.hasFix(at: now) else {
            guard candidate.hasFix(at: now) else { return present.isSilent(at: now) }
            // The best of the others; it reports within its own epoch.
            return !candidates.contains { key, other in
                key != device && other.hasFix(at: now) && isBetter(other, than: candidate, by: 1)
            }
        }
        guard isBetter(candidate, than: present, by: Self.clearly) else {
            candidates[device]?.betterSince = nil
            return false
        }
        let since = candidate.betterSince ?? now
        candidates[device]?.betterSince = since
        return now - since >= Self.trial
    }

    private func isBetter(_ one: Candidate, than other: Candidate, by part: Double) -> Bool {
        let (rank, otherRank) = (Self.rank(one.mode), Self.rank(other.mode))
        guard rank == otherRank else { return rank > otherRank }
        guard let radius = one.accuracy, let otherRadius = other.accuracy else { return false }
        return part < 1 ? radius <= otherRadius * part : radius < otherRadius
    }

    private static func rank(_ mode: Fix.Mode) -> Int {
        switch mode {
        case .none: 0
        case .fix2D: 1
        case .fix3D: 2
        }
    }
}
