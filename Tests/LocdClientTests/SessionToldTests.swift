import LocdProtocol
import Testing

@testable import LocdClient

@Suite struct SessionToldTests {
    private var wishes = SessionWishes(services: [.updatingLocation], settings: SessionSettings())
    private var told: SessionTold

    init() { told = SessionTold(opened: wishes) }

    @Test mutating func whatTheDaemonHasIsNotTold_AndWhatItLacksIs_OneAfterAnother() {
        #expect(told.next(to: wishes) == nil)
        wishes.settings.distanceFilter = 50
        wishes.services = [.activityUpdates]
        wishes.isInBackground = true
        wishes.isAsleep = true
        var changes: [SessionChange] = []
        while let change = told.next(to: wishes), changes.count < 10 {
            changes.append(change)
            told.doubt(change)
            told.note(change)
        }
        #expect(
            changes == [
                .settings(wishes.settings), .start([.activityUpdates]), .stop([.updatingLocation]), .background(true),
                .sleep(true),
            ])
    }

    @Test mutating func aStartWithoutAnAnswerMayHaveWorked_SoThatAStopIsToldAllTheSame() {
        wishes.services.insert(.updatingHeading)
        told.doubt(.start([.updatingHeading]))
        // Still wished: told again. Not wished any more: stopped, for it may run.
        #expect(told.next(to: wishes) == .start([.updatingHeading]))
        wishes.services.remove(.updatingHeading)
        #expect(told.next(to: wishes) == .stop([.updatingHeading]))
        told.note(.stop([.updatingHeading]))
        #expect(told.next(to: wishes) == nil)
    }

    @Test mutating func whatIsWishedOnceMoreIsToldOnceMore() {
        for change in [
            SessionChange.settings(wishes.settings), .start([.updatingLocation]), .background(false), .sleep(false),
        ] {
            told.repeatIfTold(change)
            #expect(told.next(to: wishes) == change)
            told.note(change)
        }
        told.repeatIfTold(.stop([.updatingHeading]))
        #expect(told.next(to: wishes) == .stop([.updatingHeading]))
    }

    @Test mutating func whatIsRefusedIsTakenBack_AndNothingThatWasWishedMeanwhile() {
        let before = wishes
        var refused = SessionSettings()
        refused.distanceFilter = -1
        wishes.settings = refused
        wishes.services.insert(.monitoringVisits)
        wishes.isAsleep = true
        for change in [SessionChange.settings(refused), .start([.monitoringVisits]), .sleep(true)] {
            wishes.takeBack(change, knowing: told)
        }
        #expect(wishes == before)
        wishes.takeBack(.stop([.updatingLocation]), knowing: told)
        #expect(wishes == before)
        wishes.settings.distanceFilter = 7
        wishes.takeBack(.settings(refused), knowing: told)
        #expect(wishes.settings.distanceFilter == 7)
    }
}
