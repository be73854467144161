import Testing

/// The built binary with real gpsd and pseudo-terminals. One after the other: each of these tests measures times that
/// many pipelines on two cores would falsify. The limit is for what hangs: the longest takes a minute, and ten times
/// that if a sanitizer watches and others build.
@Suite("System", .serialized, .timeLimit(.minutes(20)))
enum SystemTests {}

/// The system tests that mostly wait, for recordings that play at their own speed and receivers that come back: one
/// after the other, beside the others.
@Suite("System, at length", .serialized, .timeLimit(.minutes(20)))
enum LongSystemTests {}

/// The system tests in which programs of others take part: hooks, programs of Core Location, a browser. One after the
/// other, beside the others.
@Suite("System, with programs", .serialized, .timeLimit(.minutes(20)))
enum ProgramSystemTests {}

/// The system tests with a bus, an agent or a broker. One after the other, beside the others.
@Suite("System, with services", .serialized, .timeLimit(.minutes(20)))
enum ServiceSystemTests {}
