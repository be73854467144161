/// Fault detection: the errors that the receiver expects from bias, in metres, and the satellite that it suspects.
///
/// The standard defines them with noise taken as zero, so they are no accuracy and none is made of them.
public struct GBS: Sendable, Hashable {
    /// Time of the position.
    public var time: TimeOfDay?
    /// Error expected in latitude; may be negative.
    public var latitudeError: Double?
    /// Error expected in longitude; may be negative.
    public var longitudeError: Double?
    /// Error expected in altitude; may be negative.
    public var altitudeError: Double?
    /// The satellite most likely to have failed.
    public var suspect: Int?

    init(_ fields: consuming FieldReader) {
        time = fields.timeOfDay()
        latitudeError = fields.number()
        longitudeError = fields.number()
        altitudeError = fields.number()
        suspect = fields.integer(in: 1...999)
    }
}
