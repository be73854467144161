import Glibc
import SystemSupport
import Testing

@testable import Receivers

@Suite struct ThreadErrorTests {
    @Test func `A thread error says which limit to raise`() {
        #expect(
            "\(ThreadError(SystemCallError("pthread_create", EAGAIN)))"
                == "cannot start a thread (Resource temporarily unavailable): raise TasksMax= of the unit or free memory"
        )
        #expect("\(ThreadError(SystemCallError("eventfd", EMFILE)))".hasSuffix("raise LimitNOFILE= of the unit"))
    }
}
