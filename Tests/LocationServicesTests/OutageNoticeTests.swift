import LocationModel
import Testing

@testable import LocationServices

/// Once an outage a client is told that there is no location.
@Suite struct OutageNoticeTests {
    private func told(_ causes: OutageCause?...) -> [Bool] {
        var notice = OutageNotice()
        return causes.map { notice.receive($0) }
    }

    @Test func anOutageIsToldOnceHoweverItsCauseChanges() {
        #expect(told(.unplugged, .noDevice, .noFix) == [true, false, false])
    }

    @Test func theNextOutageIsToldAgain() {
        #expect(told(.silent, nil, .silent) == [true, false, true])
    }

    @Test func lettingGoOfTheReceiverIsNoFailureNorIsTheSearchOfALook() {
        #expect(told(.released, .noFix, nil, .released, .silent, nil) == [false, false, false, false, false, false])
    }

    @Test func aLookThatFoundNothingIsOneAndItIsToldOnce() {
        #expect(told(.released, .noFix, .released, .noFix, .released) == [false, false, true, false, false])
    }

    @Test func aReceiverThatIsGoneWhenItIsLookedAtIsOne() {
        #expect(told(.released, .unplugged) == [false, true])
    }

    @Test func whatIsLostBeforeItIsLetGoOfWasToldAlready() {
        #expect(told(.noFix, .released, .noFix, .released) == [true, false, false, false])
    }
}
