import Foundation
import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// `requestLocation` and the significant-change service.
@Suite struct OneLocationTests {
    @Test func `A location as accurate as desired ends a request`() {
        var request = RequestLocation(desiredAccuracy: .nearestTenMeters, at: .zero)
        #expect(request.receive(.sample(0, accuracy: 40)) == nil)
        #expect(request.receive(.sample(1, accuracy: 12)) == nil)
        #expect(request.receive(.sample(2, accuracy: 10)) == .location(.sample(2, accuracy: 10)))
    }

    @Test func `A request for the best ends when it gets no better`() {
        var request = RequestLocation(desiredAccuracy: .best, at: .zero)
        for (second, accuracy) in [40.0, 20, 8, 4, 3.9, 4.1].enumerated() {
            #expect(request.receive(.sample(Double(second), accuracy: accuracy)) == nil)
        }
        #expect(request.receive(.sample(6, accuracy: 5)) == .location(.sample(4, accuracy: 3.9)))
    }

    /// Each is less than a fifth better than the one before.
    @Test func `A steady improvement does not end a request for the best`() {
        var request = RequestLocation(desiredAccuracy: .best, at: .zero)
        for second in 0..<10 {
            let location = Location.sample(Double(second), accuracy: 100 * pow(0.85, Double(second)))
            #expect(request.receive(location) == nil)
        }
    }

    @Test func `At ten hertz a request for the best ends two seconds after the last improvement`() {
        var request = RequestLocation(desiredAccuracy: .best, at: .zero)
        for tick in 0..<70 {
            let location = Location.sample(Double(tick) / 10, accuracy: max(40 * pow(0.95, Double(tick)), 4))
            let outcome = request.receive(location)
            if tick < 60 { #expect(outcome == nil) }
            if outcome != nil {
                #expect(outcome == .location(location))
                return
            }
        }
        Issue.record("it did not end")
    }

    @Test func `At the timeout the best that came must do`() {
        var request = RequestLocation(desiredAccuracy: .nearestTenMeters, timeout: .seconds(10), at: .seconds(5))
        #expect(request.deadline == .seconds(15))
        for (second, accuracy) in [400.0, 60, 80].enumerated() {
            #expect(request.receive(.sample(Double(second), accuracy: accuracy)) == nil)
        }
        #expect(request.tick(at: .seconds(14.9)) == nil)
        #expect(request.tick(at: .seconds(15)) == .location(.sample(1, accuracy: 60)))
    }

    @Test func `The newer of two equally good locations is delivered`() {
        var request = RequestLocation(desiredAccuracy: .best, timeout: .seconds(10), at: .zero)
        #expect(request.receive(.sample(0)) == nil)
        #expect(request.receive(.sample(1)) == nil)
        #expect(request.tick(at: .seconds(10)) == .location(.sample(1)))
    }

    @Test func `Without any location it is unknown`() {
        let request = RequestLocation(desiredAccuracy: .best, timeout: .seconds(10), at: .zero)
        #expect(request.tick(at: .seconds(10)) == .locationUnknown)
    }

    @Test func `An unknown accuracy is worse than a known one`() {
        var request = RequestLocation(desiredAccuracy: .nearestTenMeters, at: .zero)
        #expect(request.receive(.sample(0, accuracy: nil)) == nil)
        #expect(request.receive(.sample(1, accuracy: 500)) == nil)
        #expect(request.receive(.sample(2, accuracy: nil)) == nil)
        #expect(request.tick(at: .seconds(10)) == .location(.sample(1, accuracy: 500)))
        var coarse = RequestLocation(desiredAccuracy: .kilometer, at: .zero)
        #expect(coarse.receive(.sample(0, accuracy: nil)) == .location(.sample(0, accuracy: nil)))
        // An unknown one counts as the bound that facades report for it.
        var bounded = RequestLocation(desiredAccuracy: .hundredMeters, at: .zero)
        #expect(DesiredAccuracy.hundredMeters.meters == Location.boundOfUnknownAccuracy)
        #expect(bounded.receive(.sample(0, accuracy: nil)) == .location(.sample(0, accuracy: nil)))
    }

    @Test func `Significant is half a kilometre and five minutes`() {
        var service = SignificantChange()
        let drive = (0...1200).map { Location.sample(Double($0), north: Double($0) * 10) }
        let delivered = drive.filter { service.receive($0) }
        #expect(delivered.map(\.timestamp) == [0, 300, 600, 900, 1200].map { .sample($0) })
        var slow = SignificantChange()
        let walk = (0...2010).map { Location.sample(Double($0), north: Double($0)) }
        let seconds = walk.filter { slow.receive($0) }.map { $0.timestamp.seconds(since: .sample(0)) }
        #expect(seconds.map { ($0 / 10).rounded() } == [0, 50, 100, 150, 200])
    }

    @Test func `An uncertain position nearby is not a significant change`() {
        var service = SignificantChange()
        #expect(service.receive(.sample(0)) == true)
        #expect(service.receive(.sample(400, north: 900, accuracy: 3000)) == false)
        #expect(service.receive(.sample(401, north: 900, accuracy: 30)) == true)
    }

    @Test func `A restart tells nothing anew`() {
        var first = SignificantChange()
        #expect(first.receive(.sample(0)) == true)
        var second = SignificantChange(resuming: first.state)
        #expect(second.receive(.sample(400, north: 100)) == false)
        #expect(second.receive(.sample(401, north: 600)) == true)
    }

    @Test func `Time that goes back starves nothing`() {
        var service = SignificantChange()
        #expect(service.receive(.sample(1e6)) == true)
        service.timeReset(TimeReset(timestamp: .sample(0), previous: .sample(1e6)))
        #expect(service.receive(.sample(0, north: 600)) == false)
        #expect(service.receive(.sample(300, north: 600)) == true)
    }
}
