/// What is known of motion when a location was judged.
package enum MotionState: Sendable, Hashable {
    /// Nobody looks.
    case unknown
    /// It seems to stand, and the receiver may still converge.
    case settling
    /// It stands, as far as is proven.
    case standing
    /// It moves, as is proven since this location.
    case departed
    /// It moves.
    case moving
}
