import Glibc
import SystemSupport

/// The users of this machine, and the network.
enum Account {
    /// The names of users, by number; one that the system does not know is left out.
    static func names(of users: [Int]) -> [Int: String] {
        var names: [Int: String] = [:]
        for user in Set(users) { names[user] = name(of: user) }
        return names
    }

    /// Words with the name of this user in the command that they advise.
    static func named(in words: String) -> String {
        let advice = "locd client allow "
        guard words.contains(advice + "USER") else { return words }
        let user = Int(getuid())
        return words.replacing(advice + "USER", with: advice + (name(of: user) ?? "\(user)"))
    }

    private static func name(of user: Int) -> String? {
        guard let number = uid_t(exactly: user) else { return nil }
        return SystemUser.name(of: number)
    }
}
