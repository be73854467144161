package import LocationModel
import LocdProtocol
import NIOCore
import Synchronization

/// Writes the replies of streams. A location for many sessions is encoded once, and its bytes are shared.
final class StreamEncoder: Sendable {
    /// The method of a stream, which decides its content and form.
    typealias Form = ReportedClient.Method

    private struct Written {
        var location: Location
        var frame: StreamFrame
    }

    /// What comes behind the content of a reply.
    private static let end = Array("},\"continues\":true}\u{0}".utf8)

    private let latest = Mutex<[Form: Written]>([:])

    /// The first reply of a stream.
    static func opening(session: String, _ authorization: Authorization? = nil) -> StreamFrame {
        // The name of a session consists of hexadecimal digits: it needs no escaping.
        let more =
            authorization.map {
                ",\"authorizationStatus\":\"\($0.status.rawValue)\",\"accuracyAuthorization\":\"\($0.accuracy.rawValue)\""
            } ?? ""
        return StreamFrame(Array("{\"parameters\":{\"session\":\"\(session)\"\(more)},\"continues\":true}\u{0}".utf8))
    }

    /// The replies for events, in order.
    func frames(_ events: [LocationEvent], as form: Form) -> [StreamFrame] {
        switch form {
        case .Updates:
            events.compactMap { if case .location(let location) = $0 { frame(location, as: form) } else { nil } }
        case .Heading:
            events.compactMap { event in
                guard case .heading(let heading) = event else { return nil }
                return Self.frame("heading", loss: 1) { $0.append(heading, as: nil) }
            }
        case .Visits:
            events.compactMap { event in
                guard case .visit(let visit) = event else { return nil }
                return Self.frame("visit", loss: nil, tellsPlace: true) { $0.append(visit, as: nil) }
            }
        case .Events:
            if events.count == 1, case .location(let location) = events[0] {
                [frame(location, as: form)]
            } else {
                events.isEmpty ? [] : [Self.frame(events)]
            }
        // Other protocols have encoders of their own.
        case .NMEA, .gpsd, .GeoClue: []
        }
    }

    private func frame(_ location: Location, as form: Form) -> StreamFrame {
        latest.withLock { latest in
            if let written = latest[form], written.location == location { return written.frame }
            let frame =
                form == .Events
                ? Self.frame([.location(location)])
                : Self.frame("location", loss: 1) { $0.append(location, as: nil) }
            latest[form] = Written(location: location, frame: frame)
            return frame
        }
    }

    private static func frame(
        _ member: String, loss: Int?, tellsPlace: Bool = false, _ write: (inout JSONLine) -> Void
    ) -> StreamFrame {
        var line = JSONLine()
        write(&line)
        var bytes = Array("{\"parameters\":{\"\(member)\":".utf8)
        bytes.reserveCapacity(bytes.count + line.bytes.count + Self.end.count)
        bytes += line.object
        bytes += Self.end
        return StreamFrame(bytes, loss: loss, tellsPlace: tellsPlace)
    }

    private static func frame(_ events: [LocationEvent]) -> StreamFrame {
        var bytes = Array("{\"parameters\":{\"events\":[".utf8)
        var line = JSONLine()
        for (index, event) in events.enumerated() {
            line.removeAll()
            line.append(event)
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += line.object
        }
        bytes.append(UInt8(ascii: "]"))
        bytes += end
        return StreamFrame(
            bytes, loss: events.allSatisfy(\.kind.mayBeLost) ? events.count : nil,
            tellsPlace: events.contains(where: \.kind.tellsPlace))
    }
}

/// A reply of a stream, ready to be sent. Sessions with the same content share its bytes.
package struct StreamFrame: Sendable {
    /// The message with its NUL.
    let bytes: ByteBuffer
    /// The number of locations or headings that are lost with it; `nil` if it must not be lost.
    let loss: Int?
    /// Whether it reveals the position.
    let tellsPlace: Bool

    package init(_ bytes: [UInt8], loss: Int? = nil, tellsPlace: Bool = false) {
        self.bytes = ByteBuffer(bytes: bytes)
        self.loss = loss
        self.tellsPlace = tellsPlace || loss != nil
    }
}

/// Writes the events of a session's manager in the client's protocol.
package protocol EventEncoder: Sendable {
    /// The first bytes of a stream; `nil` if its protocol has none.
    func opening(session: String, _ authorization: Authorization) -> StreamFrame?

    /// The frames for events, in order. It is called where the hub runs, before the next fix is judged, and by other
    /// sources of events, and must return soon.
    func frames(_ events: [LocationEvent]) -> [StreamFrame]
}

extension StreamEncoder {
    /// The replies of one method of the socket.
    struct Events: EventEncoder {
        let form: Form
        let encoder: StreamEncoder

        func opening(session: String, _ authorization: Authorization) -> StreamFrame? {
            StreamEncoder.opening(session: session, form == .Events ? authorization : nil)
        }

        func frames(_ events: [LocationEvent]) -> [StreamFrame] { encoder.frames(events, as: form) }
    }
}
