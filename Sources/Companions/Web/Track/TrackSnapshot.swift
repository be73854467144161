internal import LocationModel
internal import LocationServices
internal import SystemSupport
package import TrackTools
package import Tracks

/// The track at one moment: the list of files and the private regions are read once for any number of days.
package struct TrackSnapshot: Sendable {
    /// The number of files after an interval in which a gap across its end is searched for.
    private static let filesBeyond = 16

    private var catalog: TrackCatalog
    private let directory: String
    /// All regions of the administrator's, private ones too.
    let regions: [Region]

    init(catalog: TrackCatalog, directory: String, regions: [Region]) {
        self.catalog = catalog
        self.directory = directory
        self.regions = regions
    }

    /// The day of the first file; `nil` without files.
    var firstDay: CivilDate? { catalog.firstDay }

    /// The names and sizes of the files that may hold something of a stretch of time: equal only if their content is.
    mutating func stamp(of interval: TrackInterval) -> [String] {
        catalog.files(in: interval).map { name in
            let size = try? SystemFileSystem().status(at: "\(directory)/\(name)").size
            return "\(name) \(size ?? -1)"
        }
    }

    /// Reads every step of an interval, in order, as `locd track stats` does.
    ///
    /// - Parameters:
    ///   - withContext: Whether to read also the steps around the interval that show what happened at its ends.
    ///   - readsAhead: Whether another thread reads while this one computes.
    ///   - record: Is given every record too, before its steps.
    package mutating func read(
        _ asked: TrackInterval, withContext: Bool = false, readsAhead: Bool = true,
        record: (TrackRecord) -> Void = { _ in },
        step: (TrackStep) -> Void
    ) throws(TrackSource.Failure) -> TrackSource.Outcome {
        var outcome = TrackSource.Outcome()
        let interval = withContext ? context(of: asked) : asked
        let zones = PrivacyZones(regions)
        // With context it begins with a location.
        var privacy = PrivacyFilter(
            zones, since: interval.from, at: zones.isEmpty || withContext ? nil : place(before: interval))
        let paths = paths(catalog.files(in: interval))
        guard !paths.isEmpty else { return outcome }
        var stepper = TrackStepper(in: interval)
        var last = TrackPiece()
        var hasLocation = false
        func take(_ found: TrackRecord) {
            record(found)
            stepper.steps(of: found, in: last) { next in
                if case .location = next { hasLocation = true }
                step(next)
            }
        }
        do throws(TrackError) {
            let end = try Self.records(of: paths, in: interval, readsAhead: readsAhead) { next, piece in
                if piece.number != last.number { last = piece }
                for shown in privacy.filter(next) { take(shown) }
            }
            outcome.faults = end.faultCount + end.errorCount
            // What could be read is good.
            if !hasLocation, let error = end.errors.first(where: { $0.code != .damaged }) { throw error }
        } catch {
            throw TrackSource.failure(error)
        }
        // The gap that goes on beyond the stretch; in a private region its beginning is a stop there.
        if !withContext, hasLocation, !privacy.isHiding, let end = interval.to {
            let beyond = catalog.files(in: TrackInterval(from: end)).prefix(Self.filesBeyond)
            if let gap = try? TrackRecords.gap(across: end, files: self.paths(beyond)) { take(.event(.gap(gap))) }
        }
        return outcome
    }

    private mutating func place(before interval: TrackInterval) -> Coordinate? {
        interval.lastLocation { part in paths(catalog.files(in: part)) }?.coordinate
    }

    private mutating func context(of interval: TrackInterval) -> TrackInterval {
        let wide = try? interval.withContext { part in paths(catalog.files(in: part)) }
        return wide ?? interval
    }

    /// Every record of these files in an interval. Returns what could not be used, as ``TrackReadAhead`` does.
    private static func records(
        of paths: [String], in interval: TrackInterval, readsAhead: Bool, _ body: (TrackRecord, TrackPiece) -> Void
    ) throws(TrackError) -> TrackReadAhead.End {
        guard readsAhead else {
            var records = TrackRecords(files: paths, in: interval)
            do throws(TrackError) {
                while let record = try records.next() { body(record, records.piece) }
            } catch {
                // It is among the errors of the end.
            }
            return TrackReadAhead.End(of: records)
        }
        let reading = try TrackReadAhead(files: paths, in: interval)
        while let batch = reading.next() {
            if let end = batch.end { return end }
            for record in batch.records { body(record, batch.piece) }
        }
        return TrackReadAhead.End()
    }

    private func paths(_ names: some Collection<TrackFileName>) -> [String] { names.map { "\(directory)/\($0)" } }
}
