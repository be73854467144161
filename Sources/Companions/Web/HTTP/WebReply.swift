internal import LocationModel

/// A reply, without the headers that every reply has.
package struct WebReply: Sendable {
    /// Writes bytes of a stream; throws when the client has disconnected.
    package typealias Writer = (_ bytes: [UInt8]) async throws -> Void

    /// The body.
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Written piece by piece, until the client disconnects or the function returns.
        case stream(@Sendable (_ write: Writer) async throws -> Void)
    }

    /// The status, such as 200.
    package var status: Int
    /// The headers that not every reply has.
    package var headers: [String: String]
    package var body: Body

    package init(status: Int = 200, type: String, headers: [String: String] = [:], body: Body) {
        self.status = status
        self.headers = headers
        self.headers["Content-Type"] = type
        self.body = body
    }

    /// JSON, which no cache keeps.
    package static func json(_ bytes: [UInt8], status: Int = 200) -> WebReply {
        WebReply(
            status: status, type: "application/json", headers: ["Cache-Control": "no-store"], body: .bytes(bytes))
    }

    /// An error with a sentence for people: `{"error":"…"}`.
    package static func problem(_ status: Int, _ sentence: String) -> WebReply {
        .json(JSONText.object { $0.member("error", sentence) }, status: status)
    }
}
