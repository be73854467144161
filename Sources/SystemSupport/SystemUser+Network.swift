package import Glibc

/// All programs of other machines together. Their users are unknown, so they are one client, with a name and a number
/// of their own: a decision about it applies to all of them.
extension SystemUser {
    /// (uid_t)-1, which the kernel assigns to no user.
    package static let network = uid_t.max
    /// Its name for people.
    package static let networkName = "network"

    /// The number for a text: `network`, a user's number, or a user's name; `nil` if no such user exists.
    package static func number(
        of text: String, named: (String) -> uid_t? = { SystemUser(named: $0)?.identifier }
    ) -> uid_t? {
        if text == networkName { return network }
        // This number itself is not accepted.
        return (uid_t(text) ?? named(text)).flatMap { $0 == network ? nil : $0 }
    }

    /// The name for a number; `nil` if there is none.
    package static func name(of number: uid_t) -> String? {
        number == network ? networkName : SystemUser(number)?.name
    }
}
