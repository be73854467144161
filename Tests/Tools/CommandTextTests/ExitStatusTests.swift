import CommandText
import LocationModel
import LocdClient
import LocdProtocol
import Testing

@Suite struct ExitStatusTests {
    @Test(arguments: ReceiverState.allCases)
    func `A fresh fix is success and everything else is not`(_ state: ReceiverState) {
        #expect(Answer(Statuses.bare(state)) == (state == .fix2D || state == .fix3D ? .success : .noFix))
    }

    @Test(arguments: RecorderStatus.State.allCases)
    func `A receiver let go of is success where the last look was good`(_ recorder: RecorderStatus.State) {
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
    func `A track that is not writable is a failure with any fix`(_ state: ReceiverState) {
        #expect(Answer(Statuses.bare(state, recorder: .failed)) == .cannotWrite)
    }

    @Test func `A paused recorder excuses a look that is under way and nothing else`() {
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
    func `An error has the status of the commands contract`(_ code: LocdClientError.Code, _ status: Answer) {
        #expect(Answer(LocdClientError(code, socketPath: "/x")) == status)
    }

    @Test func `The numbers are those of the contract`() {
        #expect(Answer.allCases.map(\.rawValue) == [0, 1, 64, 65, 66, 69, 73, 75, 77, 78])
    }
}
