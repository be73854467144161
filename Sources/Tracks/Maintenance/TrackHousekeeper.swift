internal import LocationModel

/// Compresses and removes old track files, in small steps between the writer's own work and on its thread: so it can never
/// meet a file that the writer is about to open, and the writer never waits longer than for one step, some milliseconds.
struct TrackHousekeeper {
    /// The day that is recorded must have stood for so long before other days are counted from it: a receiver that has just
    /// been switched on may tell a wrong one.
    static let patience = Duration.seconds(600)
    /// Between two looks.
    static let interval = Duration.seconds(3600)

    private let directory: String
    private let fileSystem: any TrackFileSystem
    private let rules: TrackHousekeeping
    private var day: CivilDate?
    private var nextLook = Duration.zero
    private var due: ArraySlice<TrackFileName> = []
    private var job: PackingJob?

    /// Keeps a directory as a configuration says.
    init(_ configuration: TrackConfiguration, _ fileSystem: any TrackFileSystem) {
        directory = configuration.directory
        self.fileSystem = fileSystem
        rules = TrackHousekeeping(compressAfter: configuration.compressAfter, retain: configuration.retain)
    }

    /// Does a step; false where nothing is left to do for now. `current` is the file that is being written. Throws what
    /// stood in the way; it is tried again at the next look.
    mutating func work(current: TrackFileName, at now: Duration) throws(TrackError) -> Bool {
        do throws(SystemCallError) {
            if job == nil { try look(current, now) }
            guard var open = job else { return false }
            // Held once, or its buffers are copied at each step.
            job = nil
            do throws(SystemCallError) {
                if try open.step() { open.close() } else { job = open }
            } catch {
                open.close()
                throw error
            }
            return true
        } catch {
            due = []
            throw TrackError(error, path: directory)
        }
    }

    /// Leaves off what is not finished.
    mutating func abandon() {
        job?.close()
        job = nil
        due = []
    }

    private mutating func look(_ current: TrackFileName, _ now: Duration) throws(SystemCallError) {
        if day != current.day {
            day = current.day
            nextLook = now + Self.patience
            due = []
        }
        if due.isEmpty, now >= nextLook {
            nextLook = now + Self.interval
            let names = try fileSystem.names(in: directory).compactMap { TrackFileName($0) }.sorted()
            let expired = rules.expired(names, current: current)
            for name in expired {
                try fileSystem.remove("\(directory)/\(name)")
                try? fileSystem.remove("\(directory)/\(PackingJob.temporaryName(of: name))")
            }
            due = rules.due(names.filter { !expired.contains($0) }, current: current)[...]
        }
        guard let name = due.popFirst() else { return }
        job = try PackingJob(name, in: directory, fileSystem)
    }
}
