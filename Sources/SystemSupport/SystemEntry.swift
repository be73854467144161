internal import Glibc

/// A query to the name service, which must be repeated with more room for a large entry.
enum SystemEntry {
    /// No entry needs more; a group of thousands of members comes close.
    private static let maximumSize = 1 << 20

    /// The value that `read` takes from the entry that `ask` (`getpwnam_r` and the like) finds; `nil` if there is none.
    static func find<Entry, Value>(
        _ empty: Entry,
        _ ask: (
            UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
        ) -> Int32,
        read: (Entry) -> Value?
    ) -> Value? {
        var size = 1024
        while size <= maximumSize {
            var entry = empty
            var found: UnsafeMutablePointer<Entry>?
            var value: Value?
            // The entry points into the buffer.
            let code = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
                guard let base = buffer.baseAddress else { return ENOMEM }
                let code = ask(&entry, base, buffer.count, &found)
                if code == 0, found != nil { value = read(entry) }
                return code
            }
            switch code {
            case 0: return value
            case ERANGE: size *= 2
            case EINTR: continue
            default: return nil
            }
        }
        return nil
    }
}
