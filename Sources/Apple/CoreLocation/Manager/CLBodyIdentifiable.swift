/// A body that has a heading. Nothing here is one.
@_weakLinked public protocol CLBodyIdentifiable: NSObjectProtocol {}
