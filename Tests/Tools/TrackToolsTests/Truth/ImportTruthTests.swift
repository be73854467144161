import FoundationEssentials
import LocationModel
import LocdTestSupport
import Testing
import Tracks
import Truth

@testable import TrackTools

/// Leaps of the position in files of other loggers. `make truth` prints the figures.
@Suite("Truth: imports") struct ImportTruthTests {
    private let directory = TemporaryDirectory()

    /// What an import of these fixes as GPX makes of them.
    private func imported(_ fixes: [Fix]) throws -> (track: ImportedTrack, statistics: TrackStatistics) {
        let points = fixes.compactMap { fix -> String? in
            guard let place = fix.coordinate, let time = fix.timestamp else { return nil }
            let speed = fix.speed.map { "<speed>\($0)</speed>" } ?? ""
            let course = fix.course.map { "<course>\($0)</course>" } ?? ""
            return
                "<trkpt lat='\(place.latitude)' lon='\(place.longitude)'><time>\(time)</time>\(speed)\(course)</trkpt>"
        }
        let path = directory.path + "/input"
        try "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
            .write(toFile: path, atomically: true, encoding: .utf8)
        let track = try ImportedFile.read(path)
        var stepper = TrackStepper()
        var statistics = TrackStatistics()
        for event in track.events { stepper.steps(of: .event(event), in: .init()) { statistics.add($0) } }
        statistics.finish()
        return (track, statistics)
    }

    @Test(
        arguments: [TruthReceiver.Speed.doppler, .withoutCourse, .none],
        [(0.0, 1.0), (1.4, 1), (13, 1), (1.4, 0.1), (13, 0.1)])
    func `An excursion is no way`(speed: TruthReceiver.Speed, motion: (pace: Double, interval: Double)) throws {
        var receiver = TruthReceiver()
        (receiver.speed, receiver.interval) = (speed, motion.interval)
        let still = TruthPath().standing(120)
        let path = motion.pace > 0 ? still.moving(.round(400, 300), at: motion.pace, for: 700) : still.standing(700)
        for seed in 1...2 as ClosedRange<UInt64> {
            let fixes = receiver.fixes(of: path, seed: seed)
            let spiked = fixes.withSpikes(8, seed: seed)
            // What is left when all of the excursions, and nothing else, are left out.
            let right = try imported(zip(fixes, spiked).filter { $0.coordinate == $1.coordinate }.map(\.0))
            #expect(right.track.rejected.isEmpty)
            let result = try imported(spiked)
            let tolerance = (speed == .none ? 0.05 : 0.03) * max(right.statistics.distance, 700)
            let distances = (result.statistics.distance, right.statistics.distance)
            #expect(abs(distances.0 - distances.1) <= tolerance, "\(distances)")
            let speeds = (result.statistics.maximumSpeed ?? 0, right.statistics.maximumSpeed ?? 0)
            #expect(speeds.0 <= speeds.1 + 3, "\(speeds)")
            #expect(result.statistics.gapCount == 0)
        }
    }

    /// Flights and drives of loggers that are frugal: nothing is left out.
    @Test(arguments: [5.0, 15, 60, 300], [30.0, 240]) func `Sparse points are no leaps`(interval: Double, pace: Double)
        throws
    {
        let fixes = (0..<60).map { index in
            let time = Double(index) * interval
            // Sets off slowly.
            return Fix.sample(time, north: pace * time * time / (time + 60 * interval), east: 0.1 * pace * time)
        }
        let track = try imported(fixes).track
        #expect(track.locationCount == 60 && track.rejected.isEmpty, "\(track.reasons)")
    }

    /// Of a logger with 2 Hz and times of whole seconds.
    @Test func `Points of the same second are no leaps`() throws {
        let fixes = (0..<120).map { Fix.sample(Double($0 / 2), north: 15 * Double($0)) }
        #expect(try imported(fixes).track.locationCount == 120)
    }

    @Test func `A leap that stays is a gap`() throws {
        let fixes = (0..<200).map { Fix.sample(Double($0), north: 13 * Double($0), east: $0 < 100 ? 0 : 3000) }
        let (track, statistics) = try imported(fixes)
        #expect(track.locationCount == 200)
        #expect(track.events.gaps == [Gap(from: .sample(99), to: .sample(100), cause: .rejected)])
        #expect(abs(statistics.distance - 13 * 198) < 1 && (statistics.maximumSpeed ?? 0) < 14)
    }
}
