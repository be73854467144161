package import LocationModel

/// The connection to one server. Its calls block for a sink's timeout at most.
package protocol SinkDriver: AnyObject {
    /// The maximum number of records in one request.
    var capacity: Int { get }

    /// Sends records, and returns when the server has accepted all of them.
    func deliver(_ records: [PublishedRecord], isBacklog: Bool, at now: Timestamp) throws(SinkFailure) -> SinkReceipt

    /// A descriptor that is readable when the server sent something unasked; `nil` for servers that never do.
    var descriptor: Int32? { get }

    /// Keeps the connection alive and receives messages of the server. Called when ``descriptor`` is readable, and
    /// every few seconds. `mayTalk`: whether anything else may be sent.
    func serve(at now: Timestamp, mayTalk: Bool) throws(SinkFailure) -> SinkReceipt

    /// Sends data that is not from the track, such as waypoints.
    func send(_ message: OwnTracksForm.Message) throws(SinkFailure) -> SinkReceipt

    /// Whether it needs a permanent connection and has none now, or something to withdraw.
    var wantsConnection: Bool { get }

    /// Connects even if there is nothing to send, so that the server knows the device and can send commands. Returns
    /// the approximate number of bytes sent.
    func connect() throws(SinkFailure) -> Int

    func take(_ regions: [Region])

    /// Takes the latest place that the sink may know, however old, and whether it may know its time; `nil` if there is
    /// none.
    func take(latest: (location: Location, isTimed: Bool)?)

    /// What was sent of the last place is private now: takes back what the server keeps of it, once it is reached.
    func withdraw()

    /// Whether that is still to be done.
    var mustWithdraw: Bool { get }

    /// Disconnects properly.
    func close()
}

/// The result of an exchange with a server.
package struct SinkReceipt: Sendable, Hashable {
    /// The approximate number of bytes sent.
    package var bytes = 0
    /// Messages of the server, as JSON.
    package var messages: [[UInt8]] = []
}

extension SinkDriver {
    package var descriptor: Int32? { nil }
    package func serve(at now: Timestamp, mayTalk: Bool) throws(SinkFailure) -> SinkReceipt { SinkReceipt() }
    package func send(_ message: OwnTracksForm.Message) throws(SinkFailure) -> SinkReceipt { SinkReceipt() }
    package var wantsConnection: Bool { false }
    package func connect() throws(SinkFailure) -> Int { 0 }
    package func take(_ regions: [Region]) {}
    package func take(latest: (location: Location, isTimed: Bool)?) {}
    package func withdraw() {}
    package var mustWithdraw: Bool { false }
    package func close() {}
}
