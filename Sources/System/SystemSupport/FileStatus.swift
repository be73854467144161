/// What the system reports about a file.
public struct FileStatus: Sendable, Hashable {
    /// The type of a file.
    public enum Kind: Sendable, Hashable {
        case regular, directory, link, other
    }

    /// The identity of a file, independent of its name: device and inode.
    public struct Identity: Sendable, Hashable {
        /// The device number.
        public var device: UInt64
        /// The inode number.
        public var inode: UInt64

        /// Creates an identity from a device and an inode.
        public init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    /// The type of the file.
    public var kind: Kind
    /// The identity of the file.
    public var identity: Identity
    /// The length in bytes, 0 or more.
    public var size: Int64
    /// When its content was last changed, in nanoseconds since 1970 by the system's clock.
    public var modified: Int64

    /// Creates a status from its parts.
    public init(kind: Kind, identity: Identity, size: Int64, modified: Int64) {
        self.kind = kind
        self.identity = identity
        self.size = size
        self.modified = modified
    }
}
