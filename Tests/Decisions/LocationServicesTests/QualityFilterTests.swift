import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices

@Suite struct QualityFilterTests {
    @Test func `Without limits everything passes`() {
        var filter = QualityFilter()
        #expect(filter.refusal(of: .sample(0, accuracy: 1e6), age: 1e6) == nil)
        #expect(filter.refusal(of: .sample(1, north: 1e6), age: nil) == nil)
    }

    @Test func `The accuracy limit includes itself`() {
        var filter = QualityFilter(maximumHorizontalAccuracy: 100)
        #expect(filter.refusal(of: .sample(0, accuracy: 100), age: 0) == nil)
        #expect(filter.refusal(of: .sample(1, accuracy: 100.1), age: 0) == .inaccurate)
    }

    @Test func `An unknown accuracy is accepted`() {
        var filter = QualityFilter(maximumHorizontalAccuracy: 10)
        #expect(filter.refusal(of: .sample(0, accuracy: nil), age: 0) == nil)
    }

    @Test func `Old fixes are refused except in a replay`() {
        var filter = QualityFilter(maximumAge: 60)
        #expect(filter.refusal(of: .sample(0), age: 60) == nil)
        #expect(filter.refusal(of: .sample(1), age: 60.1) == .tooOld)
        #expect(filter.refusal(of: .sample(2), age: nil) == nil)
    }

    @Test func `A teleport is refused and the way back is not`() {
        var filter = QualityFilter(maximumSpeed: 100)
        #expect(filter.refusal(of: .sample(0), age: nil) == nil)
        #expect(filter.refusal(of: .sample(1, north: 5000), age: nil) == .tooFast)
        #expect(filter.refusal(of: .sample(2, north: 20), age: nil) == nil)
        #expect(filter.refusal(of: .sample(3, north: 5000), age: nil) == .tooFast)
    }

    @Test func `A jump that lasts is believed with all of it`() {
        var filter = QualityFilter(maximumSpeed: 100)
        _ = filter.refusal(of: .sample(0), age: nil)
        for second in 1..<31 {
            #expect(filter.refusal(of: .sample(Double(second), north: 5000 + Double(second)), age: nil) == .tooFast)
        }
        #expect(filter.refusal(of: .sample(31, north: 5031), age: nil) == nil)
        #expect(filter.release?.locations.count == 30 && filter.release?.isBreak == true)
        #expect(filter.refusal(of: .sample(32, north: 5032), age: nil) == nil)
        #expect(filter.release == nil)
    }

    @Test func `Jumps that contradict each other confirm nothing`() {
        var filter = QualityFilter(maximumSpeed: 100)
        _ = filter.refusal(of: .sample(0), age: nil)
        for second in 1...9 {
            let north = second % 2 == 0 ? 5000.0 : -5000
            #expect(filter.refusal(of: .sample(Double(second), north: north), age: nil) == .tooFast)
        }
    }

    @Test func `The accuracies are no motion`() {
        var filter = QualityFilter(maximumSpeed: 10)
        _ = filter.refusal(of: .sample(0, accuracy: 50), age: nil)
        #expect(filter.refusal(of: .sample(1, north: 105, accuracy: 50), age: nil) == nil)
        #expect(filter.refusal(of: .sample(2, north: 400, accuracy: 50), age: nil) == .tooFast)
    }

    @Test func `After a time reset no speed is known`() {
        var filter = QualityFilter(maximumSpeed: 100)
        _ = filter.refusal(of: .sample(1000), age: nil)
        filter.timeReset()
        #expect(filter.refusal(of: .sample(0, north: 9000), age: nil) == nil)
    }

    @Test func `A time reset ends a doubt too`() {
        var filter = QualityFilter(maximumSpeed: 100)
        #expect(filter.refusal(of: .sample(100), age: nil) == nil)
        #expect(filter.refusal(of: .sample(101, north: 5000), age: nil) == .tooFast)
        filter.timeReset()
        #expect(filter.refusal(of: .sample(1), age: nil) == nil)
    }

    @Test func `It continues after an earlier run`() {
        var filter = QualityFilter(maximumSpeed: 100, resumingAfter: .sample(0))
        #expect(filter.refusal(of: .sample(10, north: 5000), age: nil) == .tooFast)
        #expect(filter.refusal(of: .sample(100, north: 5000), age: nil) == .tooFast)
        #expect(filter.refusal(of: .sample(101, north: 5000), age: nil) == nil)
    }

    /// Times of whole seconds, of a logger that is faster.
    @Test func `Locations of the same second are no leap`() {
        var filter = QualityFilter(maximumSpeed: 100)
        for half in 0..<20 {
            let location = Location.sample(Double(half / 2), north: 7 * Double(half))
            #expect(filter.refusal(of: location, age: nil) == nil)
        }
        #expect(filter.refusal(of: .sample(9, north: 900), age: nil) == .tooFast)
    }

    @Test func `No time passing reaches nothing`() {
        // The end of an earlier run may lie in a future that was none.
        var filter = QualityFilter(maximumSpeed: 100, resumingAfter: .sample(5000))
        #expect(filter.refusal(of: .sample(5000, north: 900), age: nil) == .tooFast)
        for second in 10..<40 {
            #expect(filter.refusal(of: .sample(Double(second), north: 1), age: nil) == .tooFast)
        }
        #expect(filter.refusal(of: .sample(40, north: 2), age: nil) == nil)
    }

    @Test func `A doubt ends with the limit`() {
        var filter = QualityFilter(maximumSpeed: 100)
        #expect(filter.refusal(of: .sample(0), age: nil) == nil)
        #expect(filter.refusal(of: .sample(1, north: 5000), age: nil) == .tooFast)
        filter.maximumSpeed = nil
        #expect(filter.refusal(of: .sample(3000, north: 5000), age: nil) == nil)
        filter.maximumSpeed = 100
        for second in 3001..<3100 {
            #expect(filter.refusal(of: .sample(Double(second), north: 5000), age: nil) == nil)
            #expect(filter.release == nil && filter.doubtfulCount == 0)
        }
    }
}
