/// A condition that a ``CLMonitor`` monitors.
@_weakLinked public protocol CLCondition: Decodable, Encodable, Sendable {}
