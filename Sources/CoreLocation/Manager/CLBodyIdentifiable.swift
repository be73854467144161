/// A body whose heading is meant. Nothing here is one.
@_weakLinked public protocol CLBodyIdentifiable: NSObjectProtocol {}
