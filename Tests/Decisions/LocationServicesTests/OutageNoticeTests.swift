import LocationModel
import Testing

@testable import LocationServices

/// Once an outage a client is told that there is no location.
@Suite struct OutageNoticeTests {
    private func delivered(_ causes: OutageCause?...) -> [Bool] {
        var notice = OutageNotice()
        return causes.map { notice.receive($0) }
    }

    @Test func `An outage is reported once even if its cause changes`() {
        #expect(delivered(.unplugged, .noDevice, .noFix) == [true, false, false])
    }

    @Test func `The next outage is reported again`() {
        #expect(delivered(.silent, nil, .silent) == [true, false, true])
    }

    @Test func `Letting go of the receiver is no failure nor is the search of a look`() {
        #expect(
            delivered(.released, .noFix, nil, .released, .silent, nil) == [false, false, false, false, false, false])
    }

    @Test func `A look that found nothing is reported once`() {
        #expect(delivered(.released, .noFix, .released, .noFix, .released) == [false, false, true, false, false])
    }

    @Test func `A receiver that is gone when it is looked at is one`() {
        #expect(delivered(.released, .unplugged) == [false, true])
    }

    @Test func `A loss before the release is reported once`() {
        #expect(delivered(.noFix, .released, .noFix, .released) == [true, false, false, false])
    }
}
