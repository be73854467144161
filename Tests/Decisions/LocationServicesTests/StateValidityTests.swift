import Foundation
import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices
@testable import Motion

/// What a file of state says of a location is anything.
@Suite struct StateValidityTests {
    @Test(arguments: [nil, 0, 13.5, 1000] as [Double?], [nil, 0, 359.9] as [Double?])
    func `Locations of a receiver are valid`(speed: Double?, course: Double?) {
        var location = Location.sample(0, accuracy: 3)
        (location.speed, location.course) = (speed, course)
        #expect(location.isValid)
    }

    @Test func `One figure that cannot be is enough`() {
        let changes: [(inout Location) -> Void] = [
            { $0.coordinate = Coordinate(latitude: 91, longitude: 0) }, { $0.coordinate.longitude = .nan },
            { $0.horizontalAccuracy = 0 }, { $0.horizontalAccuracy = .nan }, { $0.speed = -1 },
            { $0.speed = .infinity }, { $0.speed = .nan }, { $0.course = 360 }, { $0.course = -1 },
            { $0.course = .nan },
        ]
        for (number, change) in changes.enumerated() {
            for isComplete in [false, true] {
                var location = Location.sample(0, accuracy: 3)
                (location.speed, location.course) = isComplete ? (5, 90) : (nil, nil)
                change(&location)
                #expect(!location.isValid, "change \(number)")
            }
        }
    }

    @Test func `A state with a location that is not sound is none`() {
        var unsound = Location.sample(0)
        unsound.speed = -1
        var state = ServiceState()
        #expect(state.isValid)
        state.latest = unsound
        #expect(!state.isValid)
        state = ServiceState()
        state.activity = MotionActivityUpdates.State(
            probabilities: ActivityModel.prior, last: unsound, kind: .unknown, confidence: .low)
        #expect(!state.isValid)
        state.activity?.last = nil
        #expect(state.isValid)
        state.activity?.probabilities = []
        #expect(!state.isValid)
        state = ServiceState()
        var doubts = QualityFilter(maximumSpeed: 100).state
        doubts.doubtful = [.sample(0)]
        state.leaps = doubts
        #expect(state.isValid)
        state.leaps?.doubtful = [unsound]
        #expect(!state.isValid)
        #expect(state.dropParts { _ in true } == ["leaps"] && state.isValid)
    }

    @Test(arguments: [(Smoothing.kalman, Smoothing.movingAverage), (.movingAverage, .kalman)])
    func `A smoother that smooths otherwise than it says is none`(_ method: Smoothing, _ said: Smoothing) throws {
        var smoother = PositionSmoother(method)
        _ = smoother.smooth(.sample(0, accuracy: 5))
        #expect(smoother.isValid)
        let kept = String(decoding: try JSONEncoder().encode(smoother), as: UTF8.self)
        let changed = kept.replacingOccurrences(
            of: "\"smoothing\":\"\(method.rawValue)\"", with: "\"smoothing\":\"\(said.rawValue)\"")
        #expect(changed != kept)
        #expect(try !JSONDecoder().decode(PositionSmoother.self, from: Data(changed.utf8)).isValid)
    }
}
