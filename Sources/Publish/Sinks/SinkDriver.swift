package import LocationModel

/// The way to one server. Its calls block for a sink's timeout at most.
package protocol SinkDriver: AnyObject {
    /// Records that it sends together at most.
    var capacity: Int { get }

    /// Sends records, and returns when the server has taken all of them.
    func deliver(_ records: [PublishedRecord], isBacklog: Bool, at now: Timestamp) throws(SinkFailure) -> SinkReceipt

    /// Readable when the server said something by itself; `nil` for servers that do not.
    var descriptor: Int32? { get }

    /// Keeps the connection, and takes what the server said by itself. Called when ``descriptor`` is readable, and every few seconds.
    func serve(at now: Timestamp) throws(SinkFailure) -> SinkReceipt

    /// Sends something that is not of the track, such as waypoints.
    func send(_ message: OwnTracksForm.Message) throws(SinkFailure) -> SinkReceipt

    /// Whether it keeps a connection and has none now.
    var wantsConnection: Bool { get }

    /// Connects, also if there is nothing to send: so that the server knows the device, and can send commands.
    func connect() throws(SinkFailure)

    /// Takes the regions as they are now.
    func take(_ regions: [Region])

    /// Says goodbye.
    func close()
}

/// What came of talking to a server.
package struct SinkReceipt: Sendable, Hashable {
    /// Bytes that were sent, about.
    package var bytes = 0
    /// Messages of the server, as JSON.
    package var messages: [[UInt8]] = []

    /// Nothing.
    package init(bytes: Int = 0, messages: [[UInt8]] = []) {
        self.bytes = bytes
        self.messages = messages
    }
}

extension SinkDriver {
    package var descriptor: Int32? { nil }
    package func serve(at now: Timestamp) throws(SinkFailure) -> SinkReceipt { SinkReceipt() }
    package func send(_ message: OwnTracksForm.Message) throws(SinkFailure) -> SinkReceipt { SinkReceipt() }
    package var wantsConnection: Bool { false }
    package func connect() throws(SinkFailure) {}
    package func take(_ regions: [Region]) {}
    package func close() {}
}
