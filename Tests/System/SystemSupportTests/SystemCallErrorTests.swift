import Glibc
import Testing

@testable import SystemSupport

@Suite struct SystemCallErrorTests {
    @Test func anErrorNamesTheCallAndTheSystemsWords() {
        let error = SystemCallError("fdatasync", EIO)
        #expect(error.description == "fdatasync: Input/output error")
        #expect(error.message == "Input/output error")
        #expect(SystemCallError.message(of: EACCES) == "Permission denied")
    }

    @Test func aNumberWithoutWordsIsNamed() {
        #expect(SystemCallError.message(of: 99_999).contains("99999"))
    }

    @Test func aMissingFileIsRecognized() {
        #expect(SystemCallError("open", ENOENT).isMissing)
        #expect(SystemCallError("open", ENOTDIR).isMissing)
        #expect(!SystemCallError("open", EACCES).isMissing)
    }
}
