public import LocationModel

/// The receiver and the link to it, in the reply of `Status`.
public struct ReceiverStatus: Codable, Sendable, Hashable {
    /// The source, as the configuration spells it: `gpsd://localhost:2947`.
    public var source: String
    /// The device in use: `/dev/ttyUSB0`.
    public var device: String?
    /// The driver: gpsd's name of it, or `NMEA0183`.
    public var driver: String?
    /// The receiver's state.
    public var state: ReceiverState
    /// Seconds in this state.
    public var stateAge: Double
    /// Why there is no fix. While ``state`` is `released`: why the last look found no fix; absent if it found one.
    public var cause: OutageCause?
    /// The system's error text: "Connection refused".
    public var detail: String?
    /// What to do about it, in one sentence.
    public var remedy: String?
    /// What was refused lately beside good data, by reason, with the remedy; `nil` if that was little.
    public var refused: String?
    /// Satellites in the solution.
    public var satellitesUsed: Int?
    /// Satellites in view.
    public var satellitesVisible: Int?

    /// A receiver in a state.
    public init(source: String, state: ReceiverState, stateAge: Duration) {
        self.source = source
        self.state = state
        self.stateAge = stateAge.secondsInMilliseconds
    }
}
