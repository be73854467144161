import SystemSupport

/// The users and groups of this computer.
enum BoxAccounts {
    /// A user by name or number, or the one who runs this.
    static func account(_ name: String?) -> BoxAccount? {
        let current = SystemUser.current
        guard
            let user = name.map({ SystemUser(named: $0) ?? UInt32($0).flatMap { SystemUser($0) } })
                ?? SystemUser(current)
        else {
            // A user without an entry, as in a container, is a user too.
            guard name == nil else { return nil }
            return BoxAccount(name: "\(current)", identifier: current, groups: SystemGroup.current, isPresent: true)
        }
        let isPresent = user.identifier == current
        return BoxAccount(
            name: user.name, identifier: user.identifier, groups: isPresent ? SystemGroup.current : user.groups,
            isPresent: isPresent)
    }

    static func groupName(_ identifier: UInt32) -> String? {
        SystemGroup(identifier)?.name
    }
}
