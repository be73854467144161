internal import LocationModel
internal import SystemSupport

/// Compresses and removes old track files, in small steps between the writer's own work and on its thread. So it can
/// never meet a file that the writer is about to open, and the writer never waits longer than for one step, some
/// milliseconds.
///
/// A file that cannot be read, compressed or removed stays as it is, and does not prevent work on the others.
struct TrackHousekeeper {
    /// The time for which the recorded day must be the same before ages are counted from it: a receiver that was just
    /// switched on may report a wrong day.
    static let patience = Duration.seconds(600)
    /// The time between two checks.
    static let interval = Duration.seconds(3600)

    private let directory: String
    private let fileSystem: any FileSystem
    private let rules: TrackHousekeeping
    private let report: @Sendable (TrackError) -> Void
    private var day: CivilDate?
    private var nextLook = Duration.zero
    /// The files of the last check that still need work.
    private var ages: TrackHousekeeping.Ages?
    private var expired: Set<TrackFileName> = []
    private var due: Set<TrackFileName> = []
    private var queue: ArraySlice<TrackFileName> = []
    private var job: PackingJob?
    /// The errors of the last work on a file, or on the directory; by their paths.
    private var problems: [String: TrackError] = [:]

    /// Keeps a directory as configured. `report` receives each error of a file once.
    init(
        _ configuration: TrackConfiguration, _ fileSystem: any FileSystem,
        report: @escaping @Sendable (TrackError) -> Void
    ) {
        directory = configuration.directory
        self.fileSystem = fileSystem
        self.report = report
        rules = TrackHousekeeping(compressAfter: configuration.compressAfter, retain: configuration.retain)
    }

    /// The error of the oldest file that could not be handled; `nil` without an error. It is tried again at each check.
    var problem: TrackError? { problems.min { $0.key < $1.key }?.value }

    /// Whether there is a step to do.
    func hasWork(current: TrackFileName, at now: Duration) -> Bool {
        day != current.day || job != nil || !queue.isEmpty || now >= nextLook
    }

    /// Does a step; false if nothing is left to do for now. `current` is the file that is being written. Where it only
    /// removes, what would be compressed waits for the next check.
    mutating func work(current: TrackFileName, at now: Duration, onlyRemoves: Bool = false) -> Bool {
        if onlyRemoves {
            job?.close()
            job = nil
            due = []
        }
        if day != current.day {
            day = current.day
            nextLook = now + Self.patience
            queue = []
        }
        if job != nil {
            resume()
        } else if let name = queue.popFirst() {
            // It may have become the current file since.
            if name != current { see(to: name) }
        } else if now >= nextLook {
            nextLook = now + Self.interval
            look(current)
        } else {
            return false
        }
        return true
    }

    mutating func abandon() {
        job?.close()
        job = nil
        queue = []
    }

    /// Finds the files that need work.
    private mutating func look(_ current: TrackFileName) {
        do throws(SystemCallError) {
            let names = try fileSystem.names(in: directory).compactMap { TrackFileName($0) }.sorted()
            let ages = TrackHousekeeping.Ages(names, current: current.day)
            self.ages = ages
            expired = Set(rules.expired(names, ages, current: current))
            due = Set(rules.due(names, current: current))
            queue = names.filter { expired.contains($0) || due.contains($0) }[...]
            // Somebody else handled it.
            let paths = Set(queue.map(path))
            problems = problems.filter { paths.contains($0.key) }
        } catch {
            note(TrackError(error, path: directory))
        }
    }

    private mutating func see(to name: TrackFileName) {
        do throws(TrackError) {
            if expired.contains(name), let ages, try isExpired(name, ages) {
                try call(name) { () throws(SystemCallError) in try fileSystem.remove(path(of: name)) }
                try? fileSystem.remove("\(directory)/\(PackingJob.temporaryName(of: name))")
            } else if due.contains(name) {
                job = try call(name) { () throws(SystemCallError) in try PackingJob(name, in: directory, fileSystem) }
                return
            }
            problems[path(of: name)] = nil
        } catch {
            note(error)
        }
    }

    /// Facts that a name cannot show: an imported file belongs to its owner, and a track that was not rotated ends
    /// later than it began.
    private func isExpired(
        _ name: TrackFileName, _ ages: TrackHousekeeping.Ages
    ) throws(TrackError) -> Bool {
        let file = try TrackPart.Source(path: path(of: name), fileSystem: fileSystem)
        if try file.header()?.isImported ?? false { return false }
        return rules.isExpired(try file.latestTime()?.day ?? name.day, ages)
    }

    private mutating func resume() {
        guard var open = job else { return }
        // Held once, or its buffers would be copied at each step.
        job = nil
        do throws(TrackError) {
            if try call(open.name, { () throws(SystemCallError) in try open.step() }) {
                open.close()
                problems[path(of: open.name)] = nil
            } else {
                job = open
            }
        } catch {
            open.close()
            note(error)
        }
    }

    private mutating func note(_ error: TrackError) {
        let known = problems.updateValue(error, forKey: error.path)
        if known != error { report(error) }
    }

    private func path(of name: TrackFileName) -> String { "\(directory)/\(name)" }

    private func call<Result>(
        _ name: TrackFileName, _ body: () throws(SystemCallError) -> Result
    ) throws(TrackError) -> Result {
        do throws(SystemCallError) {
            return try body()
        } catch {
            throw TrackError(error, path: path(of: name))
        }
    }
}

/// Decides which track files are old enough to be compressed or removed. It has no clock: a file's age is counted in
/// days of the track, up to the day that is being recorded.
struct TrackHousekeeping {
    /// A hole of this many days between two days of the track counts as a wrong year.
    static let wrongYear: Int64 = 365
    /// A hole of more days counts as a wrong date until the track has this many days behind it.
    private static let week: Int64 = 7

    var compressAfter: Int?
    var retain: Int?

    /// How old the days of a track are for its removal. `current` is the file that is being written.
    ///
    /// Ages are counted back to the first hole of a year or more; everything before it stays for good. A receiver that
    /// reports a wrong year, a later or an earlier one, leaves such a hole, on whichever side of it the track continues
    /// and for however long. Days with a track leave none. If a box was away for a year, a year's track too many stays.
    ///
    /// A shorter hole may be a wrong date too, which would cost the track if it were believed after minutes. It counts
    /// as no time until the track has seven days behind it.
    struct Ages {
        private var current: CivilDate
        private var oldest: CivilDate
        private var doubtful: [(from: CivilDate, to: CivilDate)] = []

        init(_ names: [TrackFileName], current: CivilDate) {
            (self.current, oldest) = (current, current)
            var days = 1
            for day in Set(names.map(\.day)).sorted(by: >) where day < oldest {
                let hole = oldest.daysSince1970 - day.daysSince1970
                guard hole < wrongYear else { break }
                if hole > week, days < week { doubtful.append((day, oldest)) }
                oldest = day
                days += 1
            }
        }

        /// The age of a day; `nil` if that is not known, and for what is later than the current day.
        subscript(_ day: CivilDate) -> Int64? {
            guard (oldest...current).contains(day) else { return nil }
            return doubtful.reduce(current.daysSince1970 - day.daysSince1970) { age, hole in
                day < hole.to ? age - (hole.to.daysSince1970 - max(day, hole.from).daysSince1970) : age
            }
        }
    }

    /// Names to remove, the oldest first, unless the content of a file forbids it. `current` is the file that is being
    /// written; it stays, whatever its age.
    func expired(_ names: [TrackFileName], _ ages: Ages, current: TrackFileName) -> [TrackFileName] {
        names.filter { $0 != current && isExpired($0.day, ages) }
    }

    /// Whether a file that continues until a day is too old to keep.
    func isExpired(_ end: CivilDate, _ ages: Ages) -> Bool {
        guard let retain, let age = ages[end] else { return false }
        return age > retain
    }

    /// Names to compress, the oldest first.
    func due(_ names: [TrackFileName], current: TrackFileName) -> [TrackFileName] {
        guard let compressAfter else { return [] }
        return names.filter {
            $0 != current && $0.compression == nil
                && current.day.daysSince1970 - $0.day.daysSince1970 >= max(compressAfter, 1)
        }
    }
}
