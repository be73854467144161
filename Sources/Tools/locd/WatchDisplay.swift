import CommandText
import Glibc
import LocationServices
import LocdClient
import LocdProtocol
import Phrasing
import UnixSignals

/// `locd watch` on a terminal: a screen that follows a session and the daemon until somebody ends it.
struct WatchDisplay {
    enum End: Sendable {
        /// Whoever watches has seen enough.
        case quit
        /// A signal, by its number.
        case signal(Int32)
        /// The daemon cannot be watched.
        case failure(LocdClientError)
    }

    private enum Event: Sendable {
        case update(SessionUpdate)
        case asked(Answers?)
        case key(UInt8)
        case signal(UnixSignal)
        case end(End)
    }

    private struct Answers: Sendable {
        var status: StatusReply
        var satellites: [ReportedSatellite]?
        var clients: [ReportedClient]?
    }

    /// How often the daemon is asked for what no stream tells.
    private static let interval = Duration.seconds(1)
    /// No eye needs it more often.
    private static let shortestFrame = Duration.milliseconds(50)

    let client: LocdClient
    let session: LocationSession
    let isColoured: Bool
    let format: DisplayFormat

    /// Shows what happens until the end. Where the daemon is not there at first, nothing is shown.
    func run() async throws -> End {
        let terminal = Terminal()
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup, .sigwinch)
        terminal.listen { sink.yield(.key($0)) }
        defer { terminal.hide() }
        return try await withThrowingTaskGroup { group in
            group.addTask { await follow(sink) }
            group.addTask { await ask(sink) }
            group.addTask { for await signal in signals { sink.yield(.signal(signal)) } }
            defer { group.cancelAll() }
            return try await show(events, on: terminal)
        }
    }

    private func show(_ events: AsyncStream<Event>, on terminal: Terminal) async throws -> End {
        let clock = MonotonicClock.system()
        let start = clock.now()
        var state = WatchState()
        var drawn: Duration?
        for await event in events {
            var mustDraw = false
            switch event {
            case .end(let end): return end
            case .signal(.sigwinch): mustDraw = true
            case .signal(let signal): return .signal(signal.rawValue)
            case .key(UInt8(ascii: "q")), .key(UInt8(ascii: "Q")): return .quit
            case .key(Terminal.suspend) where terminal.isShown:
                terminal.hide()
                // As the terminal would have done: whatever was started with us stops as well. It returns when we go
                // on.
                kill(0, SIGTSTP)
                terminal.show()
                mustDraw = true
            case .key: continue
            case .asked(let answers):
                guard let answers else { break }
                state.receive(
                    status: answers.status, satellites: answers.satellites, clients: answers.clients,
                    users: Account.names(of: (answers.clients ?? []).map(\.user)), at: clock.now() - start)
            case .update(let update):
                if case .disconnected(let error, _) = update, !terminal.isShown { return .failure(error) }
                terminal.show()
                state.receive(update, at: clock.now() - start)
            }
            let now = clock.now()
            guard mustDraw || drawn.map({ now - $0 >= Self.shortestFrame }) ?? true else { continue }
            drawn = now
            try terminal.draw(
                WatchScreen(
                    state, at: now - start, size: Terminal.size, isColoured: isColoured, format: format
                ).lines)
        }
        return .quit
    }

    private func follow(_ sink: AsyncStream<Event>.Continuation) async {
        do throws(LocdClientError) {
            for try await update in session { sink.yield(.update(update)) }
        } catch {
            sink.yield(.end(.failure(error)))
        }
    }

    private func ask(_ sink: AsyncStream<Event>.Continuation) async {
        let clock = MonotonicClock.system()
        repeat {
            var answers: Answers?
            if let status = try? await client.status() {
                // Without this screen itself.
                let clients = try? await client.clients().filter { $0.process != Int(getpid()) }
                answers = Answers(status: status, satellites: try? await client.satellites(), clients: clients)
            }
            // Also without an answer: what is shown grows older.
            sink.yield(.asked(answers))
        } while await clock.rest(for: Self.interval)
    }
}
