public import LocationModel

/// The receiver and the link to it, as `Status` tells it.
public struct ReceiverStatus: Codable, Sendable, Hashable {
    /// What is read, as the configuration spells it: `gpsd://localhost:2947`.
    public var source: String
    /// The device in use: `/dev/ttyUSB0`.
    public var device: String?
    /// What drives it: gpsd's name of the driver, or `NMEA0183`.
    public var driver: String?
    /// What the receiver is up to.
    public var state: ReceiverState
    /// Seconds in this state.
    public var stateAge: Double
    /// Why there is no fix. While ``state`` is `released`: why the last look gave none, absent where it gave one.
    public var cause: OutageCause?
    /// The words of the system: "Connection refused".
    public var detail: String?
    /// What to do about it, a sentence.
    public var remedy: String?
    /// Satellites in the solution.
    public var satellitesUsed: Int?
    /// Satellites in view.
    public var satellitesVisible: Int?

    /// A receiver of which the state is known.
    public init(source: String, state: ReceiverState, stateAge: Duration) {
        self.source = source
        self.state = state
        self.stateAge = stateAge.secondsInMilliseconds
    }
}
