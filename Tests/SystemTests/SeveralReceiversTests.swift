import LocationModel
import LocationServices
import LocdTestSupport
import Receivers
import Simulator
import SystemSupport
import Testing

extension LongSystemTests {
    /// Real gpsd with more than one receiver, or with a compass beside it.
    @Suite(.enabled(if: Program.hasGPSD, "gpsd is not installed")) struct SeveralReceiversTests {
        /// What a receiver behind gpsd says while a test feeds its devices.
        private func listening(
            _ stage: Stage, _ devices: [String], _ body: (Watched<[ReceiverEvent]>) async throws -> Void
        ) async throws {
            let port = try stage.freePort()
            _ = try await stage.gpsd(port: port, devices: devices)
            let receiver = GPSDReceiver(
                GPSDAddress(host: "127.0.0.1", port: port), clock: .system(), on: try ExecutorThread(named: "receiver"))
            let said = Watched<[ReceiverEvent]>([])
            let listener = Task {
                for await batch in receiver.events { said.change { $0 += batch } }
            }
            receiver.start()
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(said))
            } catch {
                result = .failure(error)
            }
            await receiver.stop()
            listener.cancel()
            try result.get()
        }

        private func device(_ events: [ReceiverEvent]) -> String? {
            events.compactMap { if case .link(let link) = $0 { link.device } else { nil } }.last
        }

        private func write(_ text: String, to terminal: borrowing PseudoTerminal) throws {
            terminal.discardInput()
            _ = try terminal.write(Array(text.utf8)[...])
        }

        @Test func `The one with a fix is used and left when it loses it`() async throws {
            try await Stage.run { stage in
                let first = try PseudoTerminal()
                let second = try PseudoTerminal()
                try await listening(stage, [first.path, second.path]) { said in
                    var moment = Sentences.Moment(seconds: 0)
                    /// One second of both receivers, told apart by their latitude.
                    func play(firstHasFix: Bool, secondHasFix: Bool) throws {
                        moment.seconds += 1
                        let void = Sentences.void(time: moment.time, date: moment.date)
                        try write(firstHasFix ? Sentences.fix(moment, latitude: 47.5) : void, to: first)
                        try write(secondHasFix ? Sentences.fix(moment, latitude: 48.5) : void, to: second)
                    }
                    try await stage.until("the second is used", every: .milliseconds(250)) {
                        try play(firstHasFix: false, secondHasFix: true)
                        return device(said.value) == second.path && said.value.latitudes.contains(48.5)
                    }
                    // The first gets a fix as good: no reason to change.
                    let before = said.value.count
                    for _ in 0..<20 { try play(firstHasFix: true, secondHasFix: true) }
                    try await stage.until("some more", every: .milliseconds(250)) {
                        try play(firstHasFix: true, secondHasFix: true)
                        return said.value.dropFirst(before).latitudes.count > 10
                    }
                    #expect(device(said.value) == second.path)
                    #expect(!said.value.latitudes.contains(47.5))
                    try await stage.until("the first is used", every: .milliseconds(250)) {
                        try play(firstHasFix: true, secondHasFix: false)
                        return device(said.value) == first.path && said.value.latitudes.contains(47.5)
                    }
                }
            }
        }

        @Test func `The heading of a compass comes through gpsd`() async throws {
            try await Stage.run { stage in
                let terminal = try PseudoTerminal()
                try await listening(stage, [terminal.path]) { said in
                    var moment = Sentences.Moment(seconds: 0)
                    try await stage.until("headings and fixes", every: .milliseconds(250)) {
                        moment.seconds += 1
                        try write(
                            Sentences.fix(moment) + Sentences.sentence("GPHDT,123.4,T")
                                + Sentences.sentence("HCHDG,98.3,,,2.6,E"), to: terminal)
                        return said.value.headings.count > 20 && said.value.latitudes.count > 5
                    }
                    let headings = said.value.headings
                    #expect(headings.contains(Heading(trueHeading: 123.4)))
                    #expect(
                        headings.contains { heading in
                            heading.magneticHeading == 98.3 && abs((heading.trueHeading ?? 0) - 100.9) < 1e-9
                        })
                }
            }
        }
    }
}

extension Sequence<ReceiverEvent> {
    fileprivate var latitudes: [Double] {
        compactMap { if case .fix(let fix) = $0, fix.mode != .none { fix.coordinate?.latitude } else { nil } }
    }

    fileprivate var headings: [Heading] {
        compactMap { if case .heading(let heading) = $0 { heading } else { nil } }
    }
}
