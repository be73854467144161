import FoundationEssentials
import Glibc
import LocationModel
import LocationServices
import LocdProtocol
import LocdTestSupport
import LogTestSupport
import Testing

@testable import LocdServer

/// A program that is asked, and everything that it may do wrong.
@Suite(.timeLimit(.minutes(15))) struct AuthorizationProgramTests {
    private let lines = LoggedLines()
    private static let inquiry = AuthorizationInquiry(
        client: ClientIdentity(user: 0, unit: "map.service", label: "Map \"1\"\n"), process: 12,
        question: .temporaryFullAccuracy(purposeKey: "turn"),
        authorization: Authorization(.authorizedWhenInUse, accuracy: .reducedAccuracy))

    private func answer(_ script: String, timeout: Duration = .seconds(60)) async throws -> AuthorizationMachine.Answer?
    {
        try await TemporaryDirectory.with { directory in
            let path = "\(directory)/agent"
            try Data("#!/bin/sh\ncd \(directory)\n\(script)\n".utf8).write(to: URL(filePath: path))
            #expect(chmod(path, 0o755) == 0)
            return await AuthorizationProgram(path: path, timeout: timeout, clock: .system(), logger: lines.logger)
                .answer(Self.inquiry)
        }
    }

    @Test(arguments: [
        ("echo once", AuthorizationMachine.Answer(word: .once)),
        ("echo authorizedAlways reducedAccuracy", .init(word: .authorizedAlways, accuracy: .reducedAccuracy)),
        ("printf denied", .init(word: .denied)),
        (
            "cat >/dev/null; echo authorizedWhenInUse fullAccuracy; echo words >&2",
            .init(word: .authorizedWhenInUse, accuracy: .fullAccuracy)
        ),
    ])
    func `A word is an answer`(_ script: String, _ expected: AuthorizationMachine.Answer) async throws {
        #expect(try await answer(script) == expected)
        #expect(lines.all.isEmpty)
    }

    @Test(arguments: [
        ("true", "which is not a valid answer"), ("echo yes", "\"yes\""),
        ("echo authorizedAlways; exit 3", "exited with status 3"),
        ("echo once fullAccuracy now", "which is not a valid answer"),
        ("echo once; echo denied", "which is not a valid answer"),
        ("printf '\\377\\000'", "which is not a valid answer"), ("kill -9 $$", "exited with status 137: Killed"),
        ("echo 'once  '; echo; echo x", "which is not a valid answer"),
        ("head -c 100000 /dev/zero", "exceeded the limit of 4096 bytes"),
    ])
    func `Anything else decides nothing, and is logged`(_ script: String, _ words: String) async throws {
        #expect(try await answer(script) == nil)
        #expect(lines.text.contains(words) && lines.text.contains("no decision made"), "\(lines.text)")
        #expect(lines.text.contains("uid=0") && lines.all.count == 1)
    }

    @Test func `One that is not there decides nothing`() async {
        let program = AuthorizationProgram(
            path: "/nonexistent/agent", timeout: .seconds(60), clock: .system(), logger: lines.logger)
        #expect(await program.answer(Self.inquiry) == nil)
        #expect(lines.text.contains("exited with status 127"))
    }

    @Test func `One that hangs is ended, with all that it started`() async throws {
        #expect(try await answer("echo once; sleep 1000 & sleep 1000", timeout: .milliseconds(300)) == nil)
        #expect(lines.text.contains("gave no answer within"))
    }

    @Test func `It learns who requests what, and nothing else of the daemon`() async throws {
        // It answers only what it understands.
        let script = """
            read -r line
            case "$line" in
            *'"accuracyAuthorization":"reducedAccuracy"'*'"label":"Map \\"1\\"\\n"'*'"process":12,"purposeKey":"turn"'*) ;;
            *) echo "$line" >&2; exit 1;;
            esac
            case "$line" in *'"request":"temporaryFullAccuracy","unit":"map.service","user":0,"userName":"root"'*) ;; *) echo "$line" >&2; exit 2;; esac
            env | grep -v -e '^PATH=' -e '^PWD=' -e '^SHLVL=' -e '^_=' -e '^OLDPWD=' >&2 && exit 3
            echo once
            """
        #expect(try await answer(script) == .init(word: .once), "\(lines.text)")
    }
}
