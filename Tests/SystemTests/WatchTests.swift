import Foundation
import Glibc
import Subprocess
import Testing

extension SystemTests {
    /// `locd watch` on a terminal that is not ours.
    @Suite("The screen of locd watch", .enabled(if: Program.tmux != nil, "tmux is not installed: Scripts/deps --ci"))
    struct Watch {
        @Test
        func `It shows the figures at 80 x 24 without wrapping, follows its terminal's size, and leaves it as it was`()
            async throws
        {
            try await Stage.run { stage in
                let (locd, daemon) = try await stage.live()
                let terminal = try await Terminal(stage, columns: 80, rows: 24, running: script(stage, locd.socket))

                let shown = try await stage.until("everything is shown") {
                    let lines = try await terminal.lines()
                    let labels = ["● 3D fix", "Receiver", "Position", "Accuracy", "Motion", "Recorder"]
                    let isThere = labels.allSatisfy { label in lines.contains { $0.hasPrefix(label) } }
                    // The first fix has no speed yet.
                    let isMoving = lines.contains { $0.hasPrefix("Motion") && $0.contains("km/h") }
                    return isThere && isMoving && lines.contains { $0.contains("█") && $0.contains("GPS") }
                        ? lines : nil
                }
                #expect(shown.contains { $0.contains("q quits") })
                // The screen itself is none of the clients that somebody looks for.
                #expect(!shown.contains { $0.hasPrefix("Clients") })
                try await expectUnwrapped(terminal, columns: 80, rows: 24)
                #expect(try await terminal.state() == "1 0")

                // Narrow and short: what matters least gives way.
                try await terminal.resize(columns: 40, rows: 10)
                try await stage.until("the small screen") {
                    let lines = try await terminal.lines()
                    return lines.contains { $0.contains("more") } && !lines.contains { $0.contains("q quits") }
                }
                try await expectUnwrapped(terminal, columns: 40, rows: 10)
                // Tall and wide.
                try await terminal.resize(columns: 130, rows: 50)
                try await stage.until("the large screen") {
                    let lines = try await terminal.lines()
                    return lines.contains { $0.contains("q quits") } && !lines.contains { $0.contains("more") }
                }
                try await expectUnwrapped(terminal, columns: 130, rows: 50)

                try await terminal.press("q")
                try await left(stage, terminal, "1 left 0 same")
                try await shownAgain(stage, terminal)
                try await terminal.press("C-c")
                try await left(stage, terminal, "2 left 130 same")
                try await shownAgain(stage, terminal)
                let identifier = try String(contentsOfFile: stage.path("pid"), encoding: .utf8).dropLast()
                let watch = try #require(Int32(identifier))
                #expect(kill(watch, SIGTERM) == 0)
                try await left(stage, terminal, "3 left 143 same")

                // The last one is without colours, and loses the daemon.
                try await shownAgain(stage, terminal)
                #expect(try await terminal.colours().isEmpty)
                daemon.send(.terminate)
                try await stage.until("the loss is said") {
                    try await terminal.lines().first?.hasPrefix("! No locd at") == true
                }
                #expect(try await terminal.lines().contains { $0.hasPrefix("Position") })
                _ = try await stage.daemon(locd)
                try await shownAgain(stage, terminal)
                try await terminal.press("q")
                try await left(stage, terminal, "4 left 0 same")
            }
        }

        /// Watches again and again, and says after each how it ended and whether the terminal has the settings that it
        /// had.
        private func script(_ stage: Stage, _ socket: String) throws -> String {
            let path = stage.path("script")
            let text = """
                # Control-C is for what is watched with, not for this.
                trap : INT
                stty -g >\(stage.path("before"))
                echo here before
                for round in 1 2 3 4; do
                    [ $round = 4 ] && export NO_COLOR=1
                    sh -c 'echo $$ >\(stage.path("pid")); exec "$0" "$@"' \(Program.locd) watch --socket \(socket)
                    code=$?
                    stty -g >\(stage.path("after"))
                    cmp -s \(stage.path("before")) \(stage.path("after")) && same=same || same=changed
                    echo $round left $code $same
                    echo "$round left $code $same" >>\(stage.path("ends"))
                    # The screen is looked at before the next one covers it.
                    while ! [ -e \(stage.path("go"))$round ]; do sleep 0.1; done
                done
                """
            try Data(text.utf8).write(to: URL(filePath: path))
            return path
        }

        private func left(_ stage: Stage, _ terminal: Terminal, _ words: String) async throws {
            try await stage.until(words) {
                let ends = try? String(contentsOfFile: stage.path("ends"), encoding: .utf8)
                return ends?.split(separator: "\n").last.map(String.init) == words
            }
            // What was there before is there again, and the cursor too.
            try await stage.until("what was there before") { try await terminal.lines().first == "here before" }
            #expect(try await terminal.lines().contains(words))
            #expect(try await terminal.state() == "0 1")
            try Data().write(to: URL(filePath: stage.path("go\(words.prefix(1))")))
        }

        private func shownAgain(_ stage: Stage, _ terminal: Terminal) async throws {
            try await stage.until("the screen again") {
                try await terminal.lines().first?.hasPrefix("● 3D fix") == true
            }
        }

        private func expectUnwrapped(_ terminal: Terminal, columns: Int, rows: Int) async throws {
            // A line that had wrapped would come joined with its rest.
            let lines = try await terminal.lines(joined: true)
            #expect(lines.count <= rows)
            #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
        }
    }
}

extension SystemTests.Watch {
    /// A terminal of tmux, with a server of its own that ends with the stage.
    struct Terminal {
        private let program: String
        private let socket: String

        init(_ stage: Stage, columns: Int, rows: Int, running script: String) async throws {
            program = try #require(Program.tmux)
            socket = stage.path("tmux")
            _ = stage.start("tmux", path: program, ["-D", "-S", socket, "-f", "/dev/null"])
            try await stage.until("tmux listens") { FileManager.default.fileExists(atPath: stage.path("tmux")) }
            try await command("set-option", "-g", "remain-on-exit", "on")
            try await command("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "sh \(script)")
        }

        /// What is on it, without what is empty at the end.
        func lines(joined: Bool = false) async throws -> [String] {
            let text = try await command(["capture-pane", "-p"] + (joined ? ["-J"] : []))
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                String(line.reversed().drop { $0 == " " }.reversed())
            }
            while lines.last?.isEmpty == true { lines.removeLast() }
            return lines
        }

        /// Whether the alternate screen is shown, and whether the cursor is: `1 0`.
        func state() async throws -> String {
            String(try await command("display-message", "-p", "#{alternate_on} #{cursor_flag}").dropLast())
        }

        /// The sequences that colour something.
        func colours() async throws -> [String] {
            try await command("capture-pane", "-p", "-e").matches(of: #/\u{1B}\[[0-9;]*m/#).map { String($0.output) }
        }

        func resize(columns: Int, rows: Int) async throws {
            try await command("resize-window", "-x", "\(columns)", "-y", "\(rows)")
        }

        func press(_ key: String) async throws { try await command("send-keys", key) }

        @discardableResult
        private func command(_ words: String...) async throws -> String { try await command(words) }

        private func command(_ words: [String]) async throws -> String {
            let answer = try await Program.run(program, ["-u", "-S", socket] + words)
            #expect(answer.code == 0, "\(words): \(answer.all)")
            return answer.output
        }
    }
}
