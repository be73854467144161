internal import LocationModel
internal import LocationServices
internal import SystemSupport
package import TrackTools
package import Tracks

/// The track as it is at one moment: its files and what is private are looked up once, however many days are read.
package struct TrackSnapshot: Sendable {
    /// Files after a stretch of time in which a gap is sought that goes on beyond it.
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

    /// Every step of a stretch of time, in order, as `locd track stats` sees it.
    ///
    /// - Parameters:
    ///   - record: Is given every record too, before its steps.
    package mutating func read(
        _ interval: TrackInterval, record: (TrackRecord) -> Void = { _ in }, step: (TrackStep) -> Void
    ) throws(TrackSource.Trouble) -> TrackSource.Outcome {
        var privacy = PrivacyFilter(PrivacyZones(regions))
        var outcome = TrackSource.Outcome()
        let paths = paths(catalog.files(in: interval))
        guard !paths.isEmpty else { return outcome }
        var stepper = TrackStepper(in: interval)
        var last = TrackPiece()
        var hasLocation = false
        func take(_ found: TrackRecord, _ piece: TrackPiece) {
            record(found)
            stepper.steps(of: found, in: piece) { next in
                if case .location = next { hasLocation = true }
                step(next)
            }
        }
        do throws(TrackError) {
            var records = TrackRecords(files: paths, in: interval)
            while true {
                do throws(TrackError) {
                    guard let next = try records.next() else { break }
                    last = records.piece
                    if case .event(let event) = next {
                        for delivered in privacy.filter(event) { take(.event(delivered), last) }
                    } else {
                        take(next, last)
                    }
                } catch {
                    // What came before a damaged place is good.
                    guard error.code == .damaged else { throw error }
                    outcome.faults += 1
                    break
                }
            }
            outcome.faults += records.faultCount
            outcome.hidden = privacy.hiddenCount
        } catch {
            throw TrackSource.trouble(error)
        }
        // The gap that goes on beyond the stretch.
        if hasLocation, let end = interval.to {
            let beyond = catalog.files(in: TrackInterval(from: end)).prefix(Self.filesBeyond)
            if let gap = try? TrackRecords.gap(across: end, files: self.paths(beyond)) { take(.event(.gap(gap)), last) }
        }
        return outcome
    }

    private func paths(_ names: some Collection<TrackFileName>) -> [String] { names.map { "\(directory)/\($0)" } }
}
