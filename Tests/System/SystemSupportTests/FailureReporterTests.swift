import Glibc
import Testing

@testable import SystemSupport

@Suite struct FailureReporterTests {
    /// What happened, by the second.
    private enum Step {
        case failure(at: Int)
        case success
    }

    /// Which of the steps are reported.
    private func reports(_ steps: [Step], leavingFirstToOthers: Bool = false) -> [Bool] {
        var reporter = FailureReporter()
        if leavingFirstToOthers { reporter.leaveFailureToOthers() }
        return steps.map { step in
            switch step {
            case .failure(let second): reporter.fails(at: .seconds(second))
            case .success: reporter.succeeds()
            }
        }
    }

    @Test func `The first failure and the recovery are reported once`() {
        let steps: [Step] = [
            .success, .failure(at: 0), .failure(at: 1), .failure(at: 3600), .success, .success,
        ]
        #expect(reports(steps) == [false, true, false, false, true, false])
    }

    @Test func `Intermittent failures are reported once a minute`() {
        let reported = reports((0..<180).flatMap { [.failure(at: $0), .success] })
        #expect(reported.indices.filter { reported[$0] } == [0, 1, 120, 121, 240, 241])
    }

    @Test func `A failure in the silence that lasts is reported after it`() {
        let steps: [Step] = [.failure(at: 0), .success, .failure(at: 10), .failure(at: 60), .success]
        #expect(reports(steps) == [true, true, false, true, true])
    }

    @Test func `A failure that another reported has its end reported`() {
        #expect(reports([.failure(at: 0), .success], leavingFirstToOthers: true) == [false, true])
    }
}

@Suite struct SystemCallErrorTests {
    @Test func `An error names the call and the system's words`() {
        let error = SystemCallError("fdatasync", EIO)
        #expect(error.description == "fdatasync: Input/output error")
        #expect(error.message == "Input/output error")
        #expect(SystemCallError.message(of: EACCES) == "Permission denied")
    }

    @Test func `A number without words is named`() {
        #expect(SystemCallError.message(of: 99_999).contains("99999"))
    }

    @Test func `A missing file is recognized`() {
        #expect(SystemCallError("open", ENOENT).isMissing)
        #expect(SystemCallError("open", ENOTDIR).isMissing)
        #expect(!SystemCallError("open", EACCES).isMissing)
    }
}
