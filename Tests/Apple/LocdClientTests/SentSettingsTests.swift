import LocdProtocol
import Testing

@testable import LocdClient

@Suite struct SentSettingsTests {
    private var requested = RequestedSettings(services: [.updatingLocation], settings: SessionSettings())
    private var sent: SentSettings

    init() { sent = SentSettings(opened: requested) }

    @Test mutating func `Settings that the daemon lacks are sent, one after another`() {
        #expect(sent.next(to: requested) == nil)
        requested.settings.distanceFilter = 50
        requested.services = [.activityUpdates]
        requested.isInBackground = true
        requested.isAsleep = true
        var changes: [SessionChange] = []
        while let change = sent.next(to: requested), changes.count < 10 {
            changes.append(change)
            sent.doubt(change)
            sent.note(change)
        }
        #expect(
            changes == [
                .settings(requested.settings), .start([.activityUpdates]), .stop([.updatingLocation]),
                .background(true),
                .sleep(true),
            ])
    }

    @Test mutating func `A start without an answer may have worked, so that a stop is sent all the same`() {
        requested.services.insert(.updatingHeading)
        sent.doubt(.start([.updatingHeading]))
        // Still requested: sent again. Not requested any more: stopped, for it may run.
        #expect(sent.next(to: requested) == .start([.updatingHeading]))
        requested.services.remove(.updatingHeading)
        #expect(sent.next(to: requested) == .stop([.updatingHeading]))
        sent.note(.stop([.updatingHeading]))
        #expect(sent.next(to: requested) == nil)
    }

    @Test mutating func `Repeated requests are sent again`() {
        for change in [
            SessionChange.settings(requested.settings), .start([.updatingLocation]), .background(false), .sleep(false),
        ] {
            sent.repeatIfSent(change)
            #expect(sent.next(to: requested) == change)
            sent.note(change)
        }
        sent.repeatIfSent(.stop([.updatingHeading]))
        #expect(sent.next(to: requested) == .stop([.updatingHeading]))
    }

    @Test mutating func `Refused changes are taken back, and no later requests`() {
        let before = requested
        var refused = SessionSettings()
        refused.distanceFilter = -1
        requested.settings = refused
        requested.services.insert(.monitoringVisits)
        requested.isAsleep = true
        for change in [SessionChange.settings(refused), .start([.monitoringVisits]), .sleep(true)] {
            requested.revert(change, knowing: sent)
        }
        #expect(requested == before)
        requested.revert(.stop([.updatingLocation]), knowing: sent)
        #expect(requested == before)
        requested.settings.distanceFilter = 7
        requested.revert(.settings(refused), knowing: sent)
        #expect(requested.settings.distanceFilter == 7)
    }
}
