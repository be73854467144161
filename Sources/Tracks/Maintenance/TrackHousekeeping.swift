internal import LocationModel

/// Which track files are old enough to be compressed or removed. It knows no clock: a file's age is counted in days of the
/// track, up to the day that is being recorded.
struct TrackHousekeeping {
    var compressAfter: Int?
    var retain: Int?

    /// Names to remove, the oldest first. `current` is the file that is being written; it stays, whatever its age.
    ///
    /// Where nothing but the current file lies within the days that are kept, nothing is removed: more likely than years
    /// without a track is a receiver that tells a wrong year.
    func expired(_ names: [TrackFileName], current: TrackFileName) -> [TrackFileName] {
        guard let retain, names.contains(where: { $0 != current && (0...retain).contains(Self.age(of: $0, current)) })
        else { return [] }
        return names.filter { $0 != current && Self.age(of: $0, current) > retain }
    }

    /// Names to compress, the oldest first.
    func due(_ names: [TrackFileName], current: TrackFileName) -> [TrackFileName] {
        guard let compressAfter else { return [] }
        return names.filter {
            $0 != current && $0.compression == nil && Self.age(of: $0, current) >= max(compressAfter, 1)
        }
    }

    private static func age(of name: TrackFileName, _ current: TrackFileName) -> Int {
        Int(current.day.daysSince1970 - name.day.daysSince1970)
    }
}
