import Testing

@testable import LocdDaemon

@Suite struct GeocodingAllowanceTests {
    @Test func aUserMayAskSixtyTimesAtOnceAndThenOnceASecond() {
        var allowance = GeocodingAllowance()
        /// How many of a hundred questions are granted.
        func granted(to user: UInt32, at seconds: Double) -> Int {
            (0..<100).count { _ in allowance.take(user, at: .seconds(seconds)) }
        }
        #expect(granted(to: 1, at: 1000) == 60)
        #expect(granted(to: 2, at: 1000) == 60)
        #expect(granted(to: 1, at: 1000.9) == 0)
        #expect(granted(to: 1, at: 1001) == 1)
        #expect(granted(to: 1, at: 1031) == 30)
        #expect(granted(to: 1, at: 10_000) == 60)
    }

    @Test func usersThatHaveAllOfTheirQuestionsAgainAreForgotten() {
        var allowance = GeocodingAllowance()
        let granted = (0..<5000).count { allowance.take(UInt32($0), at: .seconds(2 * $0)) }
        #expect(granted == 5000)
    }
}
