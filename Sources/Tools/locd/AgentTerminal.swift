import CommandText
import LocdClient
import LocdProtocol
import SystemSupport

/// Puts one question after the other to the person at a terminal. A question that another agent has answered, or whose
/// time is over, is taken back.
struct AgentTerminal: Sendable {
    private enum Happening: Sendable {
        case reply(LocationInterface.Agent.Reply)
        case typed(String)
        case endOfInput
        case failed(LocdClientError)
    }

    let client: LocdClient

    /// Asks until the input or the connection ends.
    func run() async throws(LocdClientError) {
        let (happenings, continuation) = AsyncStream.makeStream(of: Happening.self)
        let thread: ExecutorThread
        do { thread = try ExecutorThread(named: "terminal") } catch {
            throw LocdClientError(.notReachable, socketPath: client.socketPath, cause: error.message)
        }
        let listening = Task {
            do throws(LocdClientError) {
                try await client.serveAsAgent { continuation.yield(.reply($0)) }
            } catch {
                continuation.yield(.failed(error))
            }
        }
        defer { listening.cancel() }
        var waiting: [AgentQuestion] = []
        for await happening in happenings {
            switch happening {
            case .endOfInput: return
            case .failed(let error): throw error
            case .reply(let reply):
                if let question = reply.question {
                    waiting.append(question)
                    if waiting.count == 1 { show(question) }
                } else if let withdrawn = reply.withdrawn {
                    let isShown = waiting.first?.identifier == withdrawn
                    waiting.removeAll { $0.identifier == withdrawn }
                    if isShown {
                        Console.say("\nNo answer is needed any more.")
                        if let next = waiting.first { show(next) }
                    }
                } else {
                    Console.say("locd: waiting for questions")
                    // It reads until the process ends: a line of a terminal cannot be waited for otherwise.
                    _ = thread.run {
                        while let line = readLine() { continuation.yield(.typed(line)) }
                        continuation.yield(.endOfInput)
                    }
                }
            case .typed(let line):
                guard let question = waiting.first else { continue }
                guard let answer = AgentText(question).answer(line) else {
                    Console.show(AgentText.choices + " ")
                    continue
                }
                waiting.removeFirst()
                if let answer { await client.send(answer) }
                if let next = waiting.first { show(next) }
            }
        }
    }

    private func show(_ question: AgentQuestion) {
        Console.say(AgentText(question).sentence)
        Console.show(AgentText.choices + " ")
    }
}
