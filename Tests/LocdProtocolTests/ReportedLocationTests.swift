import LocationModel
import LocdProtocol
import LocdTestSupport
import Testing

@Suite struct ReportedLocationTests {
    @Test(arguments: [(0.0004, 0.001), (0.0126, 0.013), (0.9994, 0.999), (1.26, 1.3), (140.04, 140)])
    func anAccuracyIsRoundedAndNeverToNothing(accuracy: Double, told: Double) {
        let location = ReportedLocation(.sample(0, accuracy: accuracy))
        #expect(location.horizontalAccuracy == told)
    }
}
