/// What the system says about a file.
public struct FileStatus: Sendable, Hashable {
    /// What kind of thing bears a name.
    public enum Kind: Sendable, Hashable {
        case regular, directory, link, other
    }

    /// Which file it is, whatever its name: device and inode.
    public struct Identity: Sendable, Hashable {
        /// The device's number.
        public var device: UInt64
        /// The inode's number.
        public var inode: UInt64

        /// The file of a device and inode.
        public init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    /// What it is.
    public var kind: Kind
    /// Which it is.
    public var identity: Identity
    /// Its length in bytes, 0 or more.
    public var size: Int64

    /// A file of a kind, identity and length.
    public init(kind: Kind, identity: Identity, size: Int64) {
        self.kind = kind
        self.identity = identity
        self.size = size
    }
}
