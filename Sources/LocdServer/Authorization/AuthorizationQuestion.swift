import LocationModel
import LocdProtocol
import SystemSupport

/// What the agent reads: who wants what. Members are only ever added.
struct AuthorizationQuestion: Codable, Sendable, Hashable {
    /// The user's number.
    var user: Int
    /// The user's name, where it has one.
    var userName: String?
    /// The systemd unit that it runs in.
    var unit: String?
    /// What the program calls itself: anybody may call itself anything.
    var label: String?
    /// The process, where it is there.
    var process: Int?
    /// What is asked for.
    var request: ReportedAuthorization.Request
    /// What full accuracy is for.
    var purposeKey: String?
    /// Its current authorization.
    var authorizationStatus: AuthorizationStatus
    /// How exactly.
    var accuracyAuthorization: AccuracyAuthorization

    init(_ inquiry: AuthorizationInquiry) {
        user = Int(inquiry.client.user)
        userName = SystemUser(inquiry.client.user)?.name
        unit = inquiry.client.unit
        label = inquiry.client.label
        process = inquiry.process.flatMap { $0 > 0 ? Int($0) : nil }
        request = inquiry.question.name
        if case .temporaryFullAccuracy(let key) = inquiry.question { purposeKey = key }
        authorizationStatus = inquiry.authorization.status
        accuracyAuthorization = inquiry.authorization.accuracy
    }
}
