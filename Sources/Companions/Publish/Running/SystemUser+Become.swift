internal import Glibc
internal import SystemSupport

extension SystemUser {
    /// Makes this process, with all its threads, one of this user, in the groups of a new login. There is no way back.
    ///
    /// - Throws: The call that failed, usually with `EPERM`: only root may.
    func become() throws(SystemCallError) {
        let members = Array(groups)
        guard setgroups(members.count, members) == 0 else { throw SystemCallError("setgroups", errno) }
        // For root they set the real, the effective and the saved number alike.
        guard setgid(primaryGroup) == 0 else { throw SystemCallError("setgid", errno) }
        guard setuid(identifier) == 0 else { throw SystemCallError("setuid", errno) }
    }
}
