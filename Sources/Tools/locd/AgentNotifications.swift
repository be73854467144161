import Bus
import Glibc
import LocationServices
import LocdClient
import LocdProtocol
import Notifications
import SystemSupport

/// Puts questions to the person at a desktop, as notifications with buttons.
///
/// It is an agent only while there is a notification server that shows buttons: a program whose question nobody can see
/// waits in vain. The daemon repeats open questions to an agent that comes back.
struct AgentNotifications: Sendable {
    private enum Happening: Sendable {
        case bus(NotificationBus.Happening)
        case reply(LocationInterface.Agent.Reply)
        case busEnded(SystemCallError?)
        case failed(LocdClientError)
    }

    enum Failure: Error, CustomStringConvertible {
        case daemon(LocdClientError)
        case bus(String)

        var description: String {
            switch self {
            case .daemon(let error): "\(error)"
            case .bus(let words): words
            }
        }
    }

    /// How soon it looks again for a server that has gone.
    private static let pause = Duration.seconds(5)

    let client: LocdClient

    /// Asks until the daemon or the bus ends, which is always an error.
    func run() async throws(Failure) -> Never {
        let mailbox: BusMailbox<NotificationBus.Item>
        let thread: ExecutorThread
        do {
            mailbox = try BusMailbox()
            thread = try ExecutorThread(named: "locd-bus")
        } catch {
            throw .bus(error.message)
        }
        let (happenings, continuation) = AsyncStream.makeStream(of: Happening.self)
        let serving = Task(executorPreference: thread) {
            do throws(SystemCallError) {
                try NotificationBus(program: "locd", icon: "find-location") { continuation.yield(.bus($0)) }
                    .run(mailbox)
                continuation.yield(.busEnded(nil))
            } catch {
                continuation.yield(.busEnded(error))
            }
        }
        defer {
            mailbox.end()
            serving.cancel()
        }
        var listening: Task<Void, Never>?
        defer { listening?.cancel() }
        var questions = AgentQuestions()
        for await happening in happenings {
            switch happening {
            case .busEnded(let error): throw .bus(error.map(Self.words) ?? "the session bus has ended")
            case .failed(let error): throw .daemon(error)
            case .bus(.found(let hasActions)):
                guard hasActions else {
                    Console.say(
                        "locd: the notification server shows no buttons, so nobody can answer; run locd agent in a terminal"
                    )
                    continue
                }
                guard listening == nil else { continue }
                listening = listen { continuation.yield($0) }
            case .bus(.gone):
                if listening != nil { Console.say("locd: the notification server has ended; waiting for another one") }
                listening?.cancel()
                listening = nil
                questions = AgentQuestions()
                Task {
                    if await MonotonicClock.system().rest(for: Self.pause) { mailbox.put(.look) }
                }
            case .bus(.shown(let tag, let number)):
                await perform(questions.shown(tag, as: number), mailbox)
            case .bus(.pressed(let number, let key)):
                await perform(questions.press(key, of: number), mailbox)
            case .bus(.closed(let number)):
                await perform(questions.closed(number), mailbox)
            case .reply(let reply):
                if let question = reply.question {
                    await perform(questions.receive(question), mailbox)
                } else if let withdrawn = reply.withdrawn {
                    await perform(questions.withdraw(withdrawn), mailbox)
                } else {
                    Console.say("locd: waiting for questions")
                }
            }
        }
        throw .bus("the session bus has ended")
    }

    private func listen(_ yield: @escaping @Sendable (Happening) -> Void) -> Task<Void, Never> {
        Task {
            do throws(LocdClientError) {
                try await client.serveAsAgent { yield(.reply($0)) }
            } catch {
                if !Task.isCancelled { yield(.failed(error)) }
            }
        }
    }

    private func perform(_ actions: [AgentQuestions.Action], _ mailbox: BusMailbox<NotificationBus.Item>) async {
        for action in actions {
            switch action {
            case .show(let notification, let tag): mailbox.put(.show(notification, tag: tag))
            case .close(let number): mailbox.put(.close(number))
            case .answer(let answer): await client.send(answer)
            }
        }
    }

    private static func words(for error: SystemCallError) -> String {
        error.number == ENOSYS
            ? "libsystemd.so.0 cannot be loaded; install libsystemd0"
            : "cannot reach the session bus (\(error.message)): run this in a desktop session, or "
                + "locd agent in a terminal"
    }
}

extension LocdClient {
    /// Sends a person's answer; why the daemon does not take it is said.
    func send(_ answer: AnswerParameters) async {
        do throws(LocdClientError) {
            _ = try await call(LocationInterface.Answer.self, answer)
        } catch {
            Console.say("locd: \(error)")
        }
    }
}
