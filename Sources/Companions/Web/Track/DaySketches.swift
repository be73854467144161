package import LocationModel
internal import LocationServices
internal import NIOPosix
internal import Phrasing
internal import Synchronization
package import TrackTools
internal import Tracks

/// The sketches of days, kept while the track does not change: a year is read once.
package final class DaySketches: Sendable {
    private struct Known {
        var stamp: [String]
        var sketch: DaySketch?
    }

    /// Whether nobody waits for an answer any more.
    private final class End: Sendable {
        let isReached = Atomic(false)
    }

    /// The days on which something was recorded, as far as they are known.
    package struct Found: Sendable {
        package var days: [(day: CivilDate, sketch: DaySketch)] = []
        /// Whether no day is missing; if one is, the next request goes on.
        package var isComplete = true
    }

    /// How long a request reads before it answers with what is known.
    static let patience = Duration.seconds(1)
    /// The pause after a request, before days are read beforehand.
    static let quiet = Duration.seconds(1)
    /// Some four megabytes of them.
    private static let maximumKnown = 800
    /// The number of threads that read for a request: more would only wait for the same disk.
    private static let readers = 2
    /// The number of days that are read beforehand with one look at the directory.
    private static let daysAtOnce = 16

    private let source: TrackSource
    private let calendar: LocalCalendar
    private let clock: MonotonicClock
    private let awaited: AwaitedReadings
    private let known = Mutex<[CivilDate: Known]>([:])
    private let wanted: AsyncStream<DayRange>
    private let request: AsyncStream<DayRange>.Continuation

    /// - Parameter awaited: The readings for which others wait.
    init(_ source: TrackSource, calendar: LocalCalendar, clock: MonotonicClock, awaited: AwaitedReadings) {
        self.source = source
        self.calendar = calendar
        self.clock = clock
        self.awaited = awaited
        (wanted, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Somebody looks: the year up to a moment is going to be asked for, so it is read beforehand.
    func prepareYear(upTo moment: Timestamp) {
        let first = calendar.day(of: moment.advanced(bySeconds: -366 * 86_400))
        request.yield(DayRange(first: first, last: calendar.day(of: moment)))
    }

    /// Reads beforehand what is going to be asked for, the latest days first, until cancelled. `finished` is called
    /// after each time. While anybody waits for a reading, it pauses.
    func run(_ finished: () -> Void) async {
        for await range in wanted {
            var days = Self.days(of: range)
            var isQuiet = false
            while !days.isEmpty, !Task.isCancelled {
                if !isQuiet {
                    guard await clock.rest(for: Self.quiet) else { return }
                }
                isQuiet = awaited.isNone
                guard isQuiet else { continue }
                let part = Array(days.suffix(Self.daysAtOnce))
                let found = await self.found(of: part, readers: 1) { [awaited] _ in awaited.isNone }
                let isComplete = found.allSatisfy { (try? $0.get())?.isComplete ?? true }
                if isComplete { days.removeLast(part.count) } else { isQuiet = false }
            }
            finished()
        }
    }

    /// How many days are known, those included on which nothing was recorded.
    var knownCount: Int { known.withLock(\.count) }

    /// The days of a range, in order: all of them if they are known or read within ``patience``. Of more, some from all
    /// of the range come first.
    package func sketches(of range: DayRange) async throws(TrackSource.Failure) -> Found {
        let deadline = clock.now() + Self.patience
        let found = await self.found(of: Self.scattered(Self.days(of: range)), readers: Self.readers) { [clock] count in
            // Each request knows more than the one before.
            count == 0 || clock.now() < deadline
        }
        var all = Found()
        for part in found {
            let part = try part.get()
            all.days += part.days
            all.isComplete = all.isComplete && part.isComplete
        }
        all.days.sort { $0.day < $1.day }
        return all
    }

    /// - Parameter mayRead: Whether one more day may be read after so many.
    private func found(
        of days: [CivilDate], readers: Int, mayRead: @escaping @Sendable (_ count: Int) -> Bool
    ) async -> [Result<Found, TrackSource.Failure>] {
        let end = End()
        // A thread does not see that the task that waits for it is cancelled: a year must not keep the process from
        // ending.
        return await withTaskCancellationHandler {
            // Neighbours are on different threads: of a range that is half known each has as much to read.
            await withTaskGroup(of: Result<Found, TrackSource.Failure>.self) { group in
                for reader in 0..<readers {
                    group.addTask {
                        let own = stride(from: reader, to: days.count, by: readers).map { days[$0] }
                        let found = try? await NIOThreadPool.singleton.runIfActive {
                            self.found(of: own) { !end.isReached.load(ordering: .relaxed) && mayRead($0) }
                        }
                        return found ?? Self.stopped
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        } onCancel: {
            end.isReached.store(true, ordering: .relaxed)
        }
    }

    private static func days(of range: DayRange) -> [CivilDate] {
        var days: [CivilDate] = []
        var day: CivilDate? = range.first
        while let present = day, present <= range.last {
            days.append(present)
            day = present.next
        }
        return days
    }

    /// Every sixteenth day, then those in the middle between, and so on: the first of them are from all of a year.
    private static func scattered(_ days: [CivilDate]) -> [CivilDate] {
        var scattered: [CivilDate] = []
        var step = 16
        for index in stride(from: 0, to: days.count, by: step) { scattered.append(days[index]) }
        while step > 1 {
            for index in stride(from: step / 2, to: days.count, by: step) { scattered.append(days[index]) }
            step /= 2
        }
        return scattered
    }

    private static let stopped = Result<Found, TrackSource.Failure>.failure(
        TrackSource.Failure(description: "locd-web is being stopped"))

    private func found(of days: [CivilDate], while mayRead: (_ count: Int) -> Bool) -> Result<
        Found, TrackSource.Failure
    > {
        do throws(TrackSource.Failure) {
            var snapshot = try source.snapshot()
            // What is private may have changed: then nothing that was read before counts.
            let regions = "\(snapshot.regions.hashValue)"
            var found = Found()
            var count = 0
            for day in days {
                let interval = DayRange(first: day, last: day).interval(in: calendar)
                // The same day is another stretch of time in another time zone.
                let stamp = snapshot.stamp(of: interval) + ["\(regions) \(interval)"]
                let sketch: DaySketch?
                if let known = known.withLock({ $0[day] }), known.stamp == stamp {
                    sketch = known.sketch
                } else if mayRead(count) {
                    sketch = try read(day, interval, in: &snapshot, stamp)
                    count += 1
                } else {
                    found.isComplete = false
                    continue
                }
                if let sketch { found.days.append((day, sketch)) }
            }
            return .success(found)
        } catch {
            return .failure(error)
        }
    }

    private func read(
        _ day: CivilDate, _ interval: TrackInterval, in snapshot: inout TrackSnapshot, _ stamp: [String]
    ) throws(TrackSource.Failure) -> DaySketch? {
        var track = TrackDay(budget: DaySketch.budget, hasProfile: false, in: interval)
        if stamp.count > 1 {
            // Several days are read at once already.
            _ = try snapshot.read(interval, withContext: true, readsAhead: false) {
                track.add($0)
            } step: {
                track.add($0)
            }
        }
        track.finish()
        let sketch = DaySketch(track)
        known.withLock { known in
            if known.count >= Self.maximumKnown { known.removeAll() }
            known[day] = Known(stamp: stamp, sketch: sketch)
        }
        return sketch
    }
}

/// Counts the readings of the track that somebody waits for. What is read beforehand stands back while there are any.
final class AwaitedReadings: Sendable {
    private let count = Atomic(0)

    var isNone: Bool { count.load(ordering: .relaxed) == 0 }

    /// A reading begins; ``end()`` follows.
    func begin() { count.wrappingAdd(1, ordering: .relaxed) }

    func end() { count.wrappingSubtract(1, ordering: .relaxed) }
}
