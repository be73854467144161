internal import LocationModel

/// Decides which track files are old enough to be compressed or removed. It has no clock: a file's age is counted in
/// days of the track, up to the day that is being recorded.
struct TrackHousekeeping {
    /// A hole of this many days between two days of the track counts as a wrong year.
    private static let wrongYear: Int64 = 365

    var compressAfter: Int?
    var retain: Int?

    /// Names to remove, the oldest first, unless the content of a file forbids it. `current` is the file that is being
    /// written; it stays, whatever its age.
    ///
    /// Ages are counted back to the first hole of a year or more; everything before it stays for good. A receiver that
    /// reports a wrong year, a later or an earlier one, leaves such a hole, on whichever side of it the track continues
    /// and for however long. Days with a track leave none. If a box was away for a year, a year's track too many stays.
    func expired(_ names: [TrackFileName], current: TrackFileName) -> [TrackFileName] {
        guard let retain else { return [] }
        var reached = current.day
        for day in Set(names.map(\.day)).sorted(by: >) where day < reached {
            guard reached.daysSince1970 - day.daysSince1970 < Self.wrongYear else { break }
            reached = day
        }
        return names.filter { $0 != current && $0.day >= reached && Self.age(of: $0.day, current) > retain }
    }

    /// Whether a file that continues until a day is too old to keep.
    func isExpired(_ end: CivilDate, current: TrackFileName) -> Bool {
        retain.map { Self.age(of: end, current) > $0 } ?? false
    }

    /// Names to compress, the oldest first.
    func due(_ names: [TrackFileName], current: TrackFileName) -> [TrackFileName] {
        guard let compressAfter else { return [] }
        return names.filter {
            $0 != current && $0.compression == nil && Self.age(of: $0.day, current) >= max(compressAfter, 1)
        }
    }

    private static func age(of day: CivilDate, _ current: TrackFileName) -> Int64 {
        current.day.daysSince1970 - day.daysSince1970
    }
}
