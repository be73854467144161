import LocationModel
import LocdProtocol

/// Core Location's authorization of one client as a pure state machine: requests, answers, the administrator's
/// decisions and the end of use go in; the question that somebody must be asked comes out.
///
/// | | notDetermined | once | whenInUse | provisionalAlways | always | denied |
/// |---|---|---|---|---|---|---|
/// | request whenInUse | asks | – | – | – | – | – |
/// | request always | asks | – | asks to upgrade, until that was answered | – | – | – |
/// | keepAlways | – | – | – | asks | – | – |
/// | answer once | once | | – | | | |
/// | answer whenInUse | whenInUse, or provisionalAlways where always was asked for | | – | whenInUse | | |
/// | answer always | as it was asked: whenInUse or always | | always | always | | |
/// | answer denied | denied | | – | whenInUse | | |
/// | end of use | – | notDetermined | – | – | – | – |
///
/// The answer neverAsk, and every question of this client stays unasked until an administrator decides or resets.
/// What was decided while a question was open makes its answer void.
struct AuthorizationMachine: Sendable, Hashable {
    /// The state of a client.
    enum Standing: String, Sendable, Hashable, Codable, CaseIterable {
        case notDetermined, authorizedOnce, authorizedWhenInUse, provisionalAlways, authorizedAlways, denied
    }

    enum Question: Sendable, Hashable {
        case whenInUse
        case always
        /// Whether whenInUse may become always.
        case upgrade
        /// Whether to keep a provisional always, which is now in use.
        case keepAlways
        case temporaryFullAccuracy(purposeKey: String)
    }

    struct Answer: Sendable, Hashable {
        typealias Word = AnswerParameters.Answer

        var word: Word
        /// The accuracy; `nil` does not change it.
        var accuracy: AccuracyAuthorization?
    }

    private(set) var standing = Standing.notDetermined
    private(set) var accuracy = AccuracyAuthorization.fullAccuracy
    /// The one upgrade to always was requested and answered.
    private(set) var wasUpgradeAnswered = false
    /// Nobody wants to be asked about this client.
    private(set) var isNeverAsked = false
    /// Full accuracy until the current use ends.
    private(set) var hasTemporaryFullAccuracy = false
    /// The open question.
    private(set) var question: Question?

    /// A client without any decision.
    init() {}

    /// Restores the state of an earlier run.
    init(
        _ standing: Standing, accuracy: AccuracyAuthorization, wasUpgradeAnswered: Bool, isNeverAsked: Bool = false
    ) {
        self.standing = standing == .authorizedOnce ? .notDetermined : standing
        self.accuracy = accuracy
        self.wasUpgradeAnswered = wasUpgradeAnswered
        self.isNeverAsked = isNeverAsked
    }

    /// The client's authorization, as Core Location reports it: provisional is always, and once is whenInUse.
    var authorization: Authorization {
        let status: AuthorizationStatus =
            switch standing {
            case .notDetermined: .notDetermined
            case .authorizedOnce, .authorizedWhenInUse: .authorizedWhenInUse
            case .provisionalAlways, .authorizedAlways: .authorizedAlways
            case .denied: .denied
            }
        return Authorization(status, accuracy: hasTemporaryFullAccuracy ? .fullAccuracy : accuracy)
    }

    /// Whether the state must be stored.
    var isDecided: Bool { standing != .notDetermined && standing != .authorizedOnce || isNeverAsked }

    /// Takes a request of the client. Returns the question to ask, or `nil` if the request changes nothing or the
    /// question is already open.
    mutating func request(_ request: AuthorizationRequest) -> Question? {
        guard question == nil, !isNeverAsked else { return nil }
        question =
            switch (request, standing) {
            case (.whenInUse, .notDetermined): .whenInUse
            case (.always, .notDetermined): .always
            case (.always, .authorizedWhenInUse) where !wasUpgradeAnswered: .upgrade
            case (.keepAlways, .provisionalAlways): .keepAlways
            case (.temporaryFullAccuracy(let key), _)
            where authorization.status.isAuthorized && authorization.accuracy == .reducedAccuracy:
                .temporaryFullAccuracy(purposeKey: key)
            default: nil
            }
        return question
    }

    /// Takes an answer; `nil`, no answer, decides nothing.
    mutating func answer(_ answer: Answer?, to asked: Question) {
        guard question == asked else { return }
        question = nil
        guard let answer else { return }
        if answer.word == .neverAsk {
            isNeverAsked = true
            return
        }
        switch (asked, answer.word) {
        case (.whenInUse, .authorizedWhenInUse), (.whenInUse, .authorizedAlways): standing = .authorizedWhenInUse
        case (.always, .authorizedWhenInUse): standing = .provisionalAlways
        case (.always, .authorizedAlways): standing = .authorizedAlways
        case (.whenInUse, .once), (.always, .once): standing = .authorizedOnce
        case (.whenInUse, .denied), (.always, .denied): standing = .denied
        case (.whenInUse, .neverAsk), (.always, .neverAsk): break
        case (.upgrade, let word):
            wasUpgradeAnswered = true
            if word == .authorizedAlways { standing = .authorizedAlways }
        case (.keepAlways, let word): standing = word == .authorizedAlways ? .authorizedAlways : .authorizedWhenInUse
        case (.temporaryFullAccuracy, let word):
            hasTemporaryFullAccuracy = word != .denied
            return
        }
        accuracy = answer.accuracy ?? accuracy
    }

    /// Takes an administrator's decision, which replaces the earlier state and any open question.
    mutating func decide(_ decision: AuthorizationDecision) {
        var new = AuthorizationMachine()
        switch decision {
        case .allow(let status, let accuracy):
            new.standing = status == .authorizedAlways ? .authorizedAlways : .authorizedWhenInUse
            new.accuracy = accuracy
        case .once(let accuracy):
            new.standing = .authorizedOnce
            new.accuracy = accuracy
        case .deny: new.standing = .denied
        case .reset: break
        }
        self = new
    }

    /// Removes temporary full accuracy from this state, for the client that asked to have it alone; false if it has
    /// none.
    mutating func handOverTemporaryFullAccuracy() -> Bool {
        defer { hasTemporaryFullAccuracy = false }
        return hasTemporaryFullAccuracy
    }

    /// Ends the use: what was granted for this use only ends.
    mutating func endUse() {
        hasTemporaryFullAccuracy = false
        if case .temporaryFullAccuracy = question { question = nil }
        if standing == .authorizedOnce {
            self = AuthorizationMachine(
                .notDetermined, accuracy: .fullAccuracy, wasUpgradeAnswered: false, isNeverAsked: isNeverAsked)
        }
    }
}
