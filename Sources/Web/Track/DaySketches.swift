package import LocationModel
internal import NIOPosix
package import Phrasing
internal import Synchronization
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

    package typealias Found = [(day: CivilDate, sketch: DaySketch)]

    /// Some four megabytes of them.
    private static let maximumKnown = 800
    /// So many threads read at once: more would only wait for the same disk.
    private static let readers = 2
    /// Days that are read beforehand without a pause, in which what is asked for now has its turn.
    private static let daysAtOnce = 16

    private let source: TrackSource
    private let calendar: LocalCalendar
    private let known = Mutex<[CivilDate: Known]>([:])
    private let wanted: AsyncStream<DayRange>
    private let wish: AsyncStream<DayRange>.Continuation

    package init(_ source: TrackSource, calendar: LocalCalendar) {
        self.source = source
        self.calendar = calendar
        (wanted, wish) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Somebody looks: the year up to a moment is going to be asked for, so it is read beforehand.
    func prepareYear(upTo moment: Timestamp) {
        let first = calendar.day(of: moment.advanced(bySeconds: -366 * 86_400))
        wish.yield(DayRange(first: first, last: calendar.day(of: moment)))
    }

    /// Reads beforehand what is going to be asked for, until cancelled. `finished` is called after each time.
    func run(_ finished: () -> Void) async {
        for await range in wanted {
            let days = Self.days(of: range)
            for end in stride(from: days.count, to: 0, by: -Self.daysAtOnce) where !Task.isCancelled {
                _ = await found(of: Array(days[max(end - Self.daysAtOnce, 0)..<end]), readers: 1)
            }
            finished()
        }
    }

    /// How many days are known, those included on which nothing was recorded.
    var knownCount: Int { known.withLock(\.count) }

    /// The days of a range on which something was recorded, in order.
    package func sketches(of range: DayRange) async throws(TrackSource.Trouble) -> Found {
        var found: Found = []
        for part in await self.found(of: Self.days(of: range), readers: Self.readers) { found += try part.get() }
        return found.sorted { $0.day < $1.day }
    }

    private func found(of days: [CivilDate], readers: Int) async -> [Result<Found, TrackSource.Trouble>] {
        let end = End()
        // A thread does not see that the task that waits for it is cancelled: a year must not keep the process from ending.
        return await withTaskCancellationHandler {
            // Neighbours are on different threads: of a range that is half known each has as much to read.
            await withTaskGroup(of: Result<Found, TrackSource.Trouble>.self) { group in
                for reader in 0..<readers {
                    group.addTask {
                        let own = stride(from: reader, to: days.count, by: readers).map { days[$0] }
                        let found = try? await NIOThreadPool.singleton.runIfActive {
                            self.found(of: own) { end.isReached.load(ordering: .relaxed) }
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

    private static let stopped = Result<Found, TrackSource.Trouble>.failure(
        TrackSource.Trouble(description: "locd-web is being stopped"))

    private func found(of days: [CivilDate], until isOver: () -> Bool) -> Result<Found, TrackSource.Trouble> {
        do throws(TrackSource.Trouble) {
            var snapshot = try source.snapshot()
            // What is private may have changed: then nothing that was read before counts.
            let regions = "\(snapshot.regions.hashValue)"
            var found: Found = []
            for day in days {
                guard !isOver() else { return Self.stopped }
                if let sketch = try sketch(of: day, in: &snapshot, regions) { found.append((day, sketch)) }
            }
            return .success(found)
        } catch {
            return .failure(error)
        }
    }

    private func sketch(
        of day: CivilDate, in snapshot: inout TrackSnapshot, _ regions: String
    ) throws(TrackSource.Trouble) -> DaySketch? {
        let interval = DayRange(first: day, last: day).interval(in: calendar)
        let stamp = snapshot.stamp(of: interval) + [regions]
        if let found = known.withLock({ $0[day] }), found.stamp == stamp { return found.sketch }
        var track = TrackDay(budget: DaySketch.budget)
        if stamp.count > 1 {
            _ = try snapshot.read(interval) {
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
