internal import Glibc
internal import SystemSupport

/// The user who owns the cursors. Root becomes that user before it sends: locd-publish.service could not write the
/// cursors that root has made.
package enum StateOwner {
    /// Makes this process the owner's if root runs it. Nothing happens if root owns the directory, or if it does not
    /// exist: then systemd hands it over with all that is in it when the unit starts.
    package static func take(of configuration: PublishConfiguration) throws(SinkFailure) {
        var status = stat()
        let owner = stat(configuration.state, &status) == 0 ? status.st_uid : nil
        guard let number = successor(of: SystemUser.current, owner: owner) else { return }
        guard let user = SystemUser(number) else {
            throw SinkFailure(
                .state, "\(configuration.state) belongs to the user \(number), which does not exist",
                "run chown -R locd-publish: \(configuration.state)")
        }
        do throws(SystemCallError) {
            try user.become()
        } catch {
            throw SinkFailure(
                .state, "cannot become the user \(user.name), who owns \(configuration.state): \(error)",
                "run it as that user: sudo -u \(user.name) locd publish …")
        }
        PublishLog.log(.notice, nil, "Running as the user \(user.name), who owns \(configuration.state)")
    }

    /// The user that a process has to become; `nil` if it stays what it is. `owner`: of the directory; `nil` if there
    /// is none.
    static func successor(of user: uid_t, owner: uid_t?) -> uid_t? {
        user == 0 && owner != 0 ? owner : nil
    }
}

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
