import CommandText
import LocationModel
import LocdClient
import LocdProtocol
import Testing

@Suite struct ExitStatusTests {
    @Test(arguments: ReceiverState.allCases)
    func aFreshFixIsSuccessAndEverythingElseIsNot(_ state: ReceiverState) {
        #expect(Answer(Statuses.bare(state)) == (state == .fix2D || state == .fix3D ? .success : .noFix))
    }

    @Test(arguments: RecorderStatus.State.allCases)
    func aReceiverLetGoOfIsSuccessWhereTheLastLookWasGood(_ recorder: RecorderStatus.State) {
        guard recorder != .failed else { return }
        var status = Statuses.bare(.released, recorder: recorder)
        #expect(Answer(status) == .noFix)
        status.locationAge = 300
        #expect(Answer(status) == .success)
        status.receiver.cause = .released
        #expect(Answer(status) == .success)
        status.receiver.cause = .noFix
        #expect(Answer(status) == .noFix)
    }

    @Test(arguments: ReceiverState.allCases)
    func aTrackThatIsNotWritableIsAFailureWithAnyFix(_ state: ReceiverState) {
        #expect(Answer(Statuses.bare(state, recorder: .failed)) == .cannotWrite)
    }

    @Test func aPausedRecorderExcusesALookThatIsUnderWayAndNothingElse() {
        for state in ReceiverState.allCases where !state.hasFix && state != .released {
            var status = Statuses.bare(state, recorder: .paused)
            status.locationAge = 300
            #expect(Answer(status) == (state == .opening ? .success : .noFix), "\(state)")
            status.recorder.state = .recording
            #expect(Answer(status) == .noFix, "\(state)")
        }
    }

    @Test(arguments: [
        (LocdClientError.Code.notReachable, Answer.notReachable), (.timedOut, .notReachable),
        (.disconnected, .notReachable), (.permissionDenied, .refused), (.refused(.notAuthorized(.denied)), .refused),
        (.refused(.permissionDenied), .refused), (.refused(.tooManyConnections(maximum: 1)), .refused),
        (.refused(.methodNotFound("a.b.C")), .failure), (.unreadable, .failure), (.cancelled, .failure),
    ])
    func anErrorHasTheStatusOfTheCommandsContract(_ code: LocdClientError.Code, _ status: Answer) {
        #expect(Answer(LocdClientError(code, socketPath: "/x")) == status)
    }

    @Test func theNumbersAreThoseOfTheContract() {
        #expect(Answer.allCases.map(\.rawValue) == [0, 1, 64, 65, 66, 69, 73, 75, 77, 78])
    }
}
