import LocationModel
import Testing

@testable import LocationServices

/// Once an outage a client is told that there is no location.
@Suite struct OutageNoticeTests {
    private func delivered(_ causes: OutageCause?...) -> [Bool] {
        var notice = OutageNotice()
        return causes.map { notice.receive($0) }
    }

    @Test func anOutageIsReportedOnceEvenIfItsCauseChanges() {
        #expect(delivered(.unplugged, .noDevice, .noFix) == [true, false, false])
    }

    @Test func theNextOutageIsReportedAgain() {
        #expect(delivered(.silent, nil, .silent) == [true, false, true])
    }

    @Test func lettingGoOfTheReceiverIsNoFailureNorIsTheSearchOfALook() {
        #expect(
            delivered(.released, .noFix, nil, .released, .silent, nil) == [false, false, false, false, false, false])
    }

    @Test func aLookThatFoundNothingIsReportedOnce() {
        #expect(delivered(.released, .noFix, .released, .noFix, .released) == [false, false, true, false, false])
    }

    @Test func aReceiverThatIsGoneWhenItIsLookedAtIsOne() {
        #expect(delivered(.released, .unplugged) == [false, true])
    }

    @Test func aLossBeforeTheReleaseIsReportedOnce() {
        #expect(delivered(.noFix, .released, .noFix, .released) == [true, false, false, false])
    }
}
