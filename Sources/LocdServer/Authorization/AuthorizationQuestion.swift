import LocationModel
import LocdProtocol
import SystemSupport

/// What the agent reads: which client requests what. Members are only added, never removed.
struct AuthorizationQuestion: Codable, Sendable, Hashable {
    /// The user's number.
    var user: Int
    /// The user's name, if it has one.
    var userName: String?
    /// The systemd unit that the program runs in.
    var unit: String?
    /// The label that the program gives itself; it is not verified.
    var label: String?
    /// The process, if it still exists.
    var process: Int?
    /// The request.
    var request: ReportedAuthorization.Request
    /// The purpose of full accuracy.
    var purposeKey: String?
    /// Its current authorization.
    var authorizationStatus: AuthorizationStatus
    /// Its current accuracy.
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
