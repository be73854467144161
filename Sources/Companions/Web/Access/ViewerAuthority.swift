package import Glibc
package import LocationModel
package import LocationServices
package import LocdClient
internal import LocdProtocol
internal import Synchronization
internal import SystemSupport

/// What each viewer may see: never more than the daemon allows that viewer, and never more than it allows this process.
///
/// This process does not impersonate anybody: it asks the daemon under its own name for a user's authorization, and
/// omits the rest. If the daemon does not answer, only the user that runs this process sees the track, because that
/// user can read the files anyway.
package final class ViewerAuthority: Sendable {
    package struct Questions: Sendable {
        package var authorizationOf: @Sendable (_ user: uid_t, _ groups: [gid_t]) async throws -> Authorization
        /// The authorization of this process.
        package var own: @Sendable () async throws -> Authorization
        /// Whether an error means that the daemon is not there, and not that it refuses.
        package var isAbsence: @Sendable (any Error) -> Bool
    }

    /// How long an answer is valid.
    static let validity = Duration.seconds(2)
    /// The maximum number of cached answers.
    private static let maximumKnown = 256

    private let questions: Questions
    /// The user that runs this process.
    private let user = geteuid()
    private let clock: MonotonicClock
    private let known = Mutex<[Viewer: (permission: Permission, at: Duration)]>([:])

    package init(_ questions: Questions, clock: MonotonicClock) {
        self.questions = questions
        self.clock = clock
    }

    /// What a viewer may see; at most two seconds old.
    package func permission(of viewer: Viewer) async -> Permission {
        let now = clock.now()
        if let found = known.withLock({ $0[viewer] }), now - found.at < Self.validity { return found.permission }
        let permission = await decide(viewer)
        known.withLock { known in
            if known.count >= Self.maximumKnown { known.removeAll() }
            known[viewer] = (permission, now)
        }
        return permission
    }

    private func decide(_ viewer: Viewer) async -> Permission {
        switch viewer {
        case .stranger: return .nothing("sign in with a token: locd web token makes one", .notDetermined)
        case .token(_, let accuracy):
            do {
                var own = try await questions.own()
                guard own.disclosure != .nothing else { return ownRefusal }
                if accuracy == .reduced { own.accuracy = .reducedAccuracy }
                return Permission(own, own.disclosure == .reduced ? "the token is for reduced accuracy" : "")
            } catch {
                return .nothing(
                    "locd does not answer, so it is unknown what you may see; restart it with: systemctl restart locd")
            }
        case .user(let user): return await decide(user)
        }
    }

    private func decide(_ user: uid_t) async -> Permission {
        do {
            let found = try await questions.authorizationOf(user, Self.groups(of: user))
            switch found.disclosure {
            case .everything: return Permission(found)
            case .reduced: return Permission(found, "an administrator allows you reduced accuracy")
            case .nothing:
                return .nothing(
                    "you are not authorized to see the position; an administrator can run: locd client allow \(user)",
                    found.status)
            }
        } catch {
            guard questions.isAbsence(error) else { return ownRefusal }
            // The user that runs this process can read the tracks as well.
            if user == self.user { return Permission(.everything, "locd does not answer: there is no live position") }
            return .nothing(
                "locd does not answer, so it is unknown what you may see; restart it with: systemctl restart locd")
        }
    }

    /// Without full accuracy of its own this process cannot ask about others.
    private var ownRefusal: Permission {
        .nothing(
            "locd-web itself is not authorized; an administrator can run: locd client allow \(user) --always")
    }

    private static let reading = try? ExecutorThread(named: "web-groups")

    /// The groups of a user by the name service, on a thread of its own that may block: readings of the track keep no
    /// permission waiting.
    private static func groups(of user: uid_t) async -> [gid_t] {
        guard let reading else { return [] }
        return await withTaskExecutorPreference(reading) { SystemUser(user).map { Array($0.groups) } ?? [] }
    }
}

extension ViewerAuthority.Questions {
    /// The daemon behind a socket.
    package init(_ client: LocdClient) {
        self.init { user, groups in
            let reply = try await client.call(
                LocationInterface.AuthorizationOf.self, UserParameters(user: Int(user), groups: groups.map(Int.init)))
            return Authorization(reply.authorizationStatus, accuracy: reply.accuracyAuthorization)
        } own: {
            let reply = try await client.call(LocationInterface.Authorization.self, LabelParameters())
            return Authorization(reply.authorizationStatus, accuracy: reply.accuracyAuthorization)
        } isAbsence: { error in
            if let error = error as? LocdClientError, case .refused = error.code { return false }
            return true
        }
    }
}

/// What a viewer may see, and why.
package struct Permission: Sendable, Hashable {
    /// The scope.
    package var authorization: Authorization
    /// The explanation for a viewer without full accuracy; empty otherwise.
    package var reason: String

    package init(_ authorization: Authorization, _ reason: String = "") {
        self.authorization = authorization
        self.reason = reason
    }

    package var disclosure: Disclosure { authorization.disclosure }

    package static func nothing(_ reason: String, _ status: AuthorizationStatus = .denied) -> Permission {
        Permission(Authorization(status), reason)
    }
}
