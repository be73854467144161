public import Glibc

/// The system's groups.
public enum SystemGroup {
    /// The number of a group by its name (`locd`); `nil` where there is none. Asks the system's name service, which may
    /// read files: once at start, not per call.
    public static func identifier(named name: String) -> gid_t? {
        var size = 1024
        while size <= 1 << 20 {
            var entry = group()
            var found: UnsafeMutablePointer<group>?
            var buffer = [CChar](repeating: 0, count: size)
            switch getgrnam_r(name, &entry, &buffer, size, &found) {
            case 0: return found == nil ? nil : entry.gr_gid
            case ERANGE: size *= 2
            case EINTR: continue
            default: return nil
            }
        }
        return nil
    }
}
