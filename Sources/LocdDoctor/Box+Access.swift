extension Box {
    /// A use of a file by an account.
    enum Use { case read, write, pass }

    /// Whether an account may use the target of a path in that way, by its permission bits. For the present user the
    /// system itself decides, access control lists included.
    func may(_ account: BoxAccount, _ use: Use, _ file: BoxFile) -> Bool {
        if account.isPresent, use != .pass { return use == .read ? file.isReadable : file.isWritable }
        if account.identifier == 0 { return true }
        let shift: UInt32 = account.identifier == file.user ? 6 : account.groups.contains(file.group) ? 3 : 0
        let bit: UInt32 =
            switch use {
            case .read: 4
            case .write: 2
            case .pass: 1
            }
        return file.mode >> shift & bit != 0
    }

    /// The first directory on the path that an account may not enter; `nil` if there is none.
    func obstacle(for account: BoxAccount, to path: String) -> String? {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            guard let file = file(folder) else { return nil }
            if !may(account, .pass, file) { return folder }
        }
        return nil
    }

    /// A group by its name, or by its number if it has none.
    func name(ofGroup identifier: UInt32) -> String { groupName(identifier) ?? "\(identifier)" }
}
