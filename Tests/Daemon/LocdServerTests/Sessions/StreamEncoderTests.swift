import LocationModel
import LocdProtocol
import LocdTestSupport
import NIOCore
import Testing

@testable import LocdServer

@Suite struct StreamEncoderTests {
    private func replies<Reply: Codable & Sendable>(_ frames: [StreamFrame], _ type: Reply.Type) throws -> [Reply] {
        try frames.map { frame in
            let bytes = Array(frame.bytes.readableBytesView)
            #expect(bytes.last == 0 && bytes.dropLast().allSatisfy { $0 != 0 })
            guard case .reply(let reply, continues: true) = VarlinkAnswer<Reply>(message: Array(bytes.dropLast()))
            else {
                throw VarlinkError.other(String(decoding: bytes, as: UTF8.self))
            }
            return reply
        }
    }

    private let events: [LocationEvent] = [
        .location(.sample(1)), .heading(Heading(timestamp: .sample(1), magneticHeading: 90)),
        .pause(Pause(timestamp: .sample(2), coordinate: nil, cause: .stationary)),
        .visit(Visit(timestamp: .sample(900), arrivalDate: .sample(3), departureDate: nil, coordinate: .sample)),
        .location(.sample(901)),
    ]

    @Test func `A stream tells what it is for`() throws {
        let encoder = StreamEncoder()
        let updates = try replies(encoder.frames(events, as: .Updates), UpdatesReply.self)
        #expect(updates.map(\.location?.location) == [.sample(1), .sample(901)])
        let headings = try replies(encoder.frames(events, as: .Heading), HeadingReply.self)
        #expect(headings.map(\.heading?.heading.magneticHeading) == [90])
        let visits = try replies(encoder.frames(events, as: .Visits), VisitsReply.self)
        #expect(visits.map(\.visit?.visit.arrivalDate) == [.sample(3)])
        let all = try replies(encoder.frames(events, as: .Events), EventsReply.self)
        #expect(all.map { $0.events?.map(\.event) } == [events])
        #expect(encoder.frames([], as: .Events).isEmpty)
    }

    @Test func `Only locations and headings may be lost`() {
        let encoder = StreamEncoder()
        #expect(encoder.frames(events, as: .Updates).map(\.loss) == [1, 1])
        #expect(encoder.frames(events, as: .Visits).map(\.loss) == [nil])
        #expect(encoder.frames(events, as: .Events).map(\.loss) == [nil])
        #expect(encoder.frames(Array(events[0...1]), as: .Events).map(\.loss) == [2])
    }

    @Test func `A location for many clients is encoded once`() {
        let encoder = StreamEncoder()
        func address(_ form: StreamEncoder.Form) -> UInt {
            let frame = encoder.frames([.location(.sample(1))], as: form)[0]
            return frame.bytes.withUnsafeReadableBytes { UInt(bitPattern: $0.baseAddress) }
        }
        #expect(address(.Updates) == address(.Updates))
        #expect(address(.Events) == address(.Events))
        #expect(address(.Updates) != address(.Events))
    }

    @Test func `Another location is not taken for the last`() throws {
        let encoder = StreamEncoder()
        for second in [1.0, 2, 1] {
            let replies = try replies(encoder.frames([.location(.sample(second))], as: .Updates), UpdatesReply.self)
            #expect(replies.first?.location?.location == .sample(second))
        }
    }

    @Test func `The first reply says the session`() throws {
        let reply = try #require(try replies([StreamEncoder.opening(session: "0f")], EventsReply.self).first)
        #expect(reply.session == "0f")
        #expect(reply.events == nil && reply.missed == nil)
    }
}
