import Publish
import UnixSignals

extension Publisher {
    /// Sends until it is done, or until SIGTERM or SIGINT stops it. Returns whether nothing waits any more.
    func runUntilSignal(_ mode: SinkRunner.Mode) async -> Bool {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        async let _: Void = stop(at: signals)
        return await run(mode)
    }

    private func stop(at signals: UnixSignalsSequence) async {
        for await _ in signals { stop() }
    }
}
