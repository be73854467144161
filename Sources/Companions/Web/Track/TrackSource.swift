package import LocationModel
internal import LocdConfiguration
internal import Synchronization
package import TrackTools
package import Tracks

/// Reads the track for a viewer: without private regions, and no more exact than the viewer may see it.
package final class TrackSource: Sendable {
    /// Why the track cannot be read.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// What was wrong while reading.
    package struct Outcome: Sendable {
        /// Lines that cannot be read, and files that are damaged.
        package var faults = 0
    }

    private let directory: String
    private let regionsPath: String
    /// Whether the regions file made something private when it was there last.
    private let hid = Atomic(false)

    package init(directory: String, regions: String) {
        self.directory = directory
        regionsPath = regions
    }

    /// The administrator's regions. Throws if the file cannot be read, or one that made something private is gone, as
    /// while an editor replaces it: then nobody knows what is private.
    private func regions() throws(Failure) -> [Region] {
        let found: [Region]?
        do throws(RegionsFileError) {
            found = try RegionsFile.regions(at: regionsPath)
        } catch {
            throw Failure(description: "the regions file cannot be read, so it is unknown what is private")
        }
        guard found != nil || !hid.load(ordering: .relaxed) else {
            throw Failure(
                description: "the regions file is gone, so it is unknown what is private; "
                    + "put it back, or restart locd-web")
        }
        let regions = found ?? []
        hid.store(regions.contains { $0.privacy != nil }, ordering: .relaxed)
        return regions
    }

    /// The files and what is private, as they are now, for one reading or many.
    package func snapshot() throws(Failure) -> TrackSnapshot {
        let regions = try regions()
        do throws(TrackError) {
            return TrackSnapshot(
                catalog: try TrackCatalog(TrackArchive(directory: directory)), directory: directory, regions: regions)
        } catch {
            throw Self.failure(error)
        }
    }

    /// Why there is no history, with the cure; `nil` if there is one, or nothing is recorded yet.
    package var problem: String? {
        do throws(Failure) {
            _ = try snapshot()
            return nil
        } catch {
            return "no history: \(error) (\(directory)); start locd with recorder.enabled: true, "
                + "or name its folder with tracks: in web.yaml"
        }
    }

    /// The day of the first file; `nil` without files.
    package func firstDay() throws(Failure) -> CivilDate? { try snapshot().firstDay }

    /// Reads every step of an interval, in order, as `locd track stats` does.
    ///
    /// - Parameters:
    ///   - record: Is given every record too, before its steps.
    package func read(
        _ interval: TrackInterval, record: (TrackRecord) -> Void = { _ in }, step: (TrackStep) -> Void
    ) throws(Failure) -> Outcome {
        var snapshot = try snapshot()
        return try snapshot.read(interval, record: record, step: step)
    }

    /// The places of an interval with reduced accuracy: at most four an hour.
    package func reducedPlaces(_ interval: TrackInterval) throws(Failure) -> [Location] {
        var reduced = ReducedAccuracy()
        var places: [Location] = []
        _ = try read(interval) { step in
            switch step {
            case .location(let location):
                if let place = reduced.receive(location, at: .zero), places.count < 100_000 { places.append(place) }
            case .broken(.gap(let gap)): reduced.skip(behind: gap)
            default: break
            }
        }
        return places
    }

    static func failure(_ error: TrackError) -> Failure {
        switch error.code {
        case .missing: Failure(description: "there is no track directory yet")
        case .permissionDenied:
            Failure(description: "locd-web cannot read the tracks (permission denied); add its user to the group locd")
        default: Failure(description: "the track cannot be read")
        }
    }
}
