/// Something that a ``CLMonitor`` watches.
@_weakLinked public protocol CLCondition: Decodable, Encodable, Sendable {}
