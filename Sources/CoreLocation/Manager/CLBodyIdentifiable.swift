/// A body whose heading is meant. Nothing here is one.
public protocol CLBodyIdentifiable: NSObjectProtocol {}
