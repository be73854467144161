import FoundationEssentials
import SystemSupport
import Testing

@Suite struct ProcessMemoryTests {
    /// Kilobytes of a line of `/proc/self/status`.
    private func kilobytes(_ name: String) throws -> Int {
        let status = try #require(FileManager.default.contents(atPath: "/proc/self/status"))
        let line = try #require(
            String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(name) })
        return try #require(line.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { Int($0) }.first)
    }

    /// In the process of all these tests, which go on meanwhile as if nothing had happened.
    @Test func regionsInTheProgramsFileAreReleased_AndWrittenEventsAreKept() throws {
        let written = (0..<10_000).map { "\($0)" }
        let before = try kilobytes("RssFile:")
        ProcessMemory.giveBack()
        #expect(try kilobytes("RssFile:") < before)
        #expect(written.compactMap { Int($0) } == Array(0..<10_000))
        // Needs what the loader relocated: types by name, and conformances.
        #expect(
            try JSONDecoder().decode([String: [Double?]].self, from: Data(#"{"a":[1.5,null]}"#.utf8)) == [
                "a": [1.5, nil]
            ])
    }
}
