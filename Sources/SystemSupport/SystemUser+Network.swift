package import Glibc

/// All programs of other machines together. Nobody can say which user they belong to, so they are one client, with a name and a
/// number of their own: a decision about it is one about all of them.
extension SystemUser {
    /// (uid_t)-1, which the kernel gives to no user.
    package static let network = uid_t.max
    /// What people write and read for it.
    package static let networkName = "network"

    /// The number of what a person wrote: `network`, a user's number, or a user's name; `nil` if there is no such user.
    package static func number(
        of text: String, named: (String) -> uid_t? = { SystemUser(named: $0)?.identifier }
    ) -> uid_t? {
        if text == networkName { return network }
        // The number itself is nobody's to write.
        return (uid_t(text) ?? named(text)).flatMap { $0 == network ? nil : $0 }
    }

    /// The name that a person reads for a number; `nil` if there is none.
    package static func name(of number: uid_t) -> String? {
        number == network ? networkName : SystemUser(number)?.name
    }
}
