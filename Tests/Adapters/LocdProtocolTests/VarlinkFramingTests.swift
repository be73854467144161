import LocdProtocol
import Testing

@Suite struct VarlinkFramingTests {
    private func append(_ text: String, to framing: inout VarlinkFraming) -> [String] {
        Array(text.utf8).withUnsafeBytes { framing.append($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `Messages are cut at their NUL however the bytes arrive`() {
        let stream = "{\"a\":1}\0\0{\"b\":2}\0tail"
        var whole = VarlinkFraming(maximumMessageLength: 100)
        let messages = append(stream, to: &whole)
        #expect(messages == ["{\"a\":1}", "", "{\"b\":2}"])
        #expect(whole.isHalfSent)
        for size in 1...stream.utf8.count {
            var framing = VarlinkFraming(maximumMessageLength: 100)
            var cut: [String] = []
            var rest = Substring(stream)
            while !rest.isEmpty {
                cut += append(String(rest.prefix(size)), to: &framing)
                rest = rest.dropFirst(size)
            }
            #expect(cut == messages, "in pieces of \(size)")
            #expect(append("\0", to: &framing) == ["tail"])
            #expect(!framing.isHalfSent)
        }
    }

    @Test func `A message may have exactly the maximum`() {
        var framing = VarlinkFraming(maximumMessageLength: 4)
        #expect(append("1234\0", to: &framing) == ["1234"])
        #expect(append("12", to: &framing) == [])
        #expect(append("34\0", to: &framing) == ["1234"])
        #expect(!framing.isOverflowed)
    }

    @Test func `A longer message overflows and nothing after it is read`() {
        for pieces in [["ok\0" + "12345\0next\0"], ["ok\0", "123", "45", "\0next\0"], ["ok\0", "12345"]] {
            var framing = VarlinkFraming(maximumMessageLength: 4)
            let messages = pieces.flatMap { append($0, to: &framing) }
            #expect(messages == ["ok"])
            #expect(framing.isOverflowed)
            #expect(!framing.isHalfSent)
            #expect(append("more\0", to: &framing) == [])
        }
    }
}
