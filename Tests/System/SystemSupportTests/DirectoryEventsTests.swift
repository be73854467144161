import Glibc
import LocdTestSupport
import Testing

@testable import SystemSupport

@Suite struct DirectoryEventsTests {
    private let folder = TemporaryDirectory()

    @Test func `Events are taken in order with their names`() throws {
        let events = try DirectoryEvents(of: folder.path, IN_CREATE | IN_DELETE)
        try folder.file("one", [1])
        try folder.file("two", [2])
        unlink("\(folder.path)/one")
        var taken: [String] = []
        events.takeAll { mask, name in taken.append("\(mask == UInt32(IN_DELETE) ? "-" : "+")\(name)") }
        #expect(taken == ["+one", "+two", "-one"])
        events.takeAll { _, name in taken.append(name) }
        #expect(taken.count == 3)
    }

    @Test func `Only a directory that exists is watched`() throws {
        let file = try folder.file("one", [])
        for (path, number) in [("\(folder.path)/none", ENOENT), (file, ENOTDIR)] {
            let error = #expect(throws: SystemCallError.self) { _ = try DirectoryEvents(of: path, IN_CREATE) }
            #expect(error?.number == number)
        }
    }
}
