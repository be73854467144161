import Testing

/// The built binary with real gpsd and pseudo-terminals. One after the other: each of these tests measures times that a second
/// pipeline on two cores would falsify.
@Suite("System", .serialized, .timeLimit(.minutes(3)))
enum SystemTests {}
