/// Finds the viewer who sent a request: by a token first, then by the user of a direct connection.
package struct ViewerFinder: Sendable {
    /// Why a token was refused.
    package enum Refusal: Error {
        case wrongToken, tooManyAttempts
    }

    let rules: RequestRules
    let tokens: TokenFile
    let signIns: SignIns
    let limiter: AttemptLimiter

    package func viewer(of request: WebRequest) async throws(Refusal) -> Viewer {
        if let header = request.headers["authorization"] {
            guard let token = Self.bearer(header) else { throw .wrongToken }
            let entry = try entry(of: token, request)
            return .token(entry.name, accuracy: entry.accuracy)
        }
        if let entry = signedIn(request) { return .token(entry.name, accuracy: entry.accuracy) }
        guard request.remote.isLoopback, rules.isLocal(request), !RequestRules.isForwarded(request),
            let user = await request.remote.user()
        else { return .stranger }
        return .user(user)
    }

    /// Whether the token of a request is still valid and the same; a wrong one is not counted. A user of this machine
    /// needs none.
    package func isStill(_ viewer: Viewer, in request: WebRequest) -> Bool {
        guard case .token(let name, let accuracy) = viewer else { return true }
        let entry =
            if let header = request.headers["authorization"] {
                Self.bearer(header).flatMap(tokens.book.entry(of:))
            } else {
                signedIn(request)
            }
        return entry?.name == name && entry?.accuracy == accuracy
    }

    /// The token of a header `Authorization: Bearer TOKEN`.
    private static func bearer(_ header: String) -> String? {
        let words = header.split(separator: " ")
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }

    private func signedIn(_ request: WebRequest) -> TokenBook.Entry? {
        SignIns.value(in: request.headers["cookie"]).flatMap { signIns.entry(of: $0, in: tokens.book) }
    }

    /// The entry of a presented token. A valid token is always accepted: 256 bits cannot be guessed, and behind a proxy
    /// all clients share one address, so a lock would let one client shut out the others.
    package func entry(of token: String, _ request: WebRequest) throws(Refusal) -> TokenBook.Entry {
        if let entry = tokens.book.entry(of: token) { return entry }
        guard limiter.mayTry(request.remote.address) else { throw .tooManyAttempts }
        limiter.failed(request.remote.address)
        throw .wrongToken
    }
}
