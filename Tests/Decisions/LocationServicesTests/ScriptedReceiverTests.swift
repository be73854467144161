import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// The receiver of the other tests is one, as the real ones are.
@Suite(.timeLimit(.minutes(15))) struct ScriptedReceiverTests {
    private struct Bench: ReceiverConformance.Bench {
        let scripted = ScriptedReceiver()
        var receiver: any Receiver { scripted }

        func report(second: Int) async {
            await scripted.calls.wait { $0.last == .start }
            reportNow(second: second)
        }

        func reportNow(second: Int) {
            scripted.say(.sample(Double(second)))
        }

        func isReleased() async {
            await scripted.calls.wait { $0.last == .stop }
        }

        func close() async {}
    }

    @Test(arguments: ReceiverConformance.all)
    func `Conforms`(_ check: ReceiverConformance) async throws {
        try await check.run(on: Bench())
    }
}
