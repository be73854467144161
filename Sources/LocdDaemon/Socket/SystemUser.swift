public import Glibc

/// The system's users.
public enum SystemUser {
    /// The number of a user by name; `nil` where there is none. Asks the system's name service, which may read files.
    public static func number(named name: String) -> uid_t? {
        find { getpwnam_r(name, $0, $1, $2, $3) }?.number
    }

    /// The name of a user by number; `nil` where it has none.
    public static func name(of number: uid_t) -> String? {
        find { getpwuid_r(number, $0, $1, $2, $3) }?.name
    }

    private static func find(
        _ ask: (
            UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
        ) -> CInt
    ) -> (number: uid_t, name: String)? {
        var size = 1024
        while size <= 1 << 20 {
            var entry = passwd()
            var found: UnsafeMutablePointer<passwd>?
            var buffer = [CChar](repeating: 0, count: size)
            let answer: (code: CInt, user: (uid_t, String)?) = buffer.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return (ENOENT, nil) }
                let code = ask(&entry, base, buffer.count, &found)
                guard code == 0, found != nil, let name = entry.pw_name else { return (code, nil) }
                return (code, (entry.pw_uid, String(cString: name)))
            }
            switch answer.code {
            case 0: return answer.user
            case ERANGE: size *= 2
            case EINTR: continue
            default: return nil
            }
        }
        return nil
    }
}
