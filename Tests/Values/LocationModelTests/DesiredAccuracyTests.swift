import LocationModel
import Testing

@Suite struct DesiredAccuracyTests {
    @Test func `Every name is read and printed`() {
        for name in DesiredAccuracy.names { #expect(DesiredAccuracy(name)?.description == name) }
        #expect(DesiredAccuracy("25") == .meters(25))
        #expect(DesiredAccuracy("0.5").map(\.description).flatMap(DesiredAccuracy.init) == .meters(0.5))
    }

    @Test(arguments: ["", "Best", "best ", "0", "-5", "nan", "inf", "infinity", "1e999", "10 m", "bestfornavigation"])
    func `Anything else is none`(text: String) {
        #expect(DesiredAccuracy(text) == nil)
    }

    @Test func `The names stand in the order of demand`() {
        let ordered = DesiredAccuracy.names.compactMap { DesiredAccuracy($0) }
        for (index, one) in ordered.enumerated() {
            for (other, two) in ordered.enumerated() {
                // Best asks for as much as the receiver can do; for navigation, for more.
                #expect(one.isMoreDemanding(than: two) == (index < other), "\(one) than \(two)")
            }
        }
        #expect(DesiredAccuracy.meters(50).isMoreDemanding(than: .hundredMeters))
        #expect(!DesiredAccuracy.meters(100).isMoreDemanding(than: .hundredMeters))
    }

    @Test func `A kilometre is coarse`() {
        #expect(
            DesiredAccuracy.kilometer.isCoarse && DesiredAccuracy.reduced.isCoarse
                && DesiredAccuracy.meters(1000).isCoarse)
        #expect(!DesiredAccuracy.hundredMeters.isCoarse && !DesiredAccuracy.meters(999).isCoarse)
    }
}
