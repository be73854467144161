internal import LocationModel
package import LocdProtocol
internal import Phrasing

/// Why a program gets nothing: the steps from the daemon to the delivery, in order, each with a remedy. Pure.
package struct ClientDiagnosis {
    struct Step: Equatable {
        var name: String
        var isGood: Bool
        var sentence: String
        var remedy: String?
    }

    private let name: String
    private let status: StatusReply
    private let clients: [ReportedClient]
    private let authorizations: [ReportedAuthorization]

    /// - Parameters:
    ///   - name: A label, a unit, the name or the number of a user.
    ///   - authorizations: Empty if the caller may not see them.
    package init(
        _ name: String, status: StatusReply, clients: [ReportedClient], authorizations: [ReportedAuthorization],
        users: [Int: String]
    ) {
        self.name = name
        self.status = status
        func isMeant(_ user: Int?, _ unit: String?, _ label: String?) -> Bool {
            name == unit || name == label || user.map { name == String($0) || name == users[$0] } ?? false
        }
        let known = clients.filter { isMeant($0.user, $0.unit, $0.label) }
        self.clients = known
        self.authorizations = authorizations.filter { one in
            isMeant(one.user, one.unit, nil)
                || known.contains { $0.user == one.user && (one.unit == nil || one.unit == $0.unit) }
        }
    }

    /// Whether nothing is wrong.
    package var isGood: Bool { steps.allSatisfy(\.isGood) }

    var steps: [Step] {
        [authorization, connection] + clients.filter { $0.method != nil }.flatMap { [services($0), delivery($0)] }
            + [receiver]
    }

    private var authorization: Step {
        guard let known = authorizations.first(where: { $0.authorizationStatus != nil }),
            let granted = known.authorizationStatus
        else {
            return Step(
                name: "authorization", isGood: true,
                sentence: "no decision or rule names it: root and members of the group locd are authorized, others ask",
                remedy: "locd client allow USER, or --unit NAME; locd client list shows all decisions")
        }
        let accuracy = known.accuracyAuthorization?.rawValue ?? "as the rule says"
        let isReduced = known.accuracyAuthorization == .reducedAccuracy
        return Step(
            name: "authorization", isGood: granted.isAuthorized && !isReduced,
            sentence: "\(granted.rawValue), \(accuracy)\(known.request.map { ", asks for \($0.rawValue)" } ?? "")",
            remedy: granted.isAuthorized && !isReduced
                ? nil
                : granted.isAuthorized
                    ? "with reduced accuracy it gets a place of some kilometres, no regions and no headings"
                    : "locd client allow USER, or --unit NAME")
    }

    private var connection: Step {
        let present = clients.filter { $0.method != nil }
        guard present.isEmpty else {
            let processes = present.compactMap(\.process).map(String.init).joined(separator: ", ")
            return Step(
                name: "connection", isGood: true,
                sentence:
                    "\(Words.counted(present.count, "session"))\(processes.isEmpty ? "" : ", process \(processes)")")
        }
        guard let away = clients.first else {
            return Step(
                name: "connection", isGood: false, sentence: "not connected, and it has no regions or visits",
                remedy: "start it; it must reach the socket, and its label, unit or user must be \(name)")
        }
        return Step(
            name: "connection", isGood: false,
            sentence: "away: \(Words.counted(away.regions, "region")), \(Words.counted(away.waiting, "event")) queued",
            remedy: "start it, or let locd start it: wake in clients.yaml")
    }

    private func services(_ client: ReportedClient) -> Step {
        let started =
            client.services.map(\.rawValue) + (client.regions > 0 ? [Words.counted(client.regions, "region")] : [])
        guard !started.isEmpty else {
            return Step(
                name: "services", isGood: false, sentence: "none started",
                remedy: "it must call startUpdatingLocation or another service")
        }
        let accuracy = client.settings?.desiredAccuracy.map { ", asks for \($0)" } ?? ""
        let filter =
            client.settings?.distanceFilter.map { $0 > 0 ? ", every \(Words.grouped(Int(rounding: $0))) m" : "" } ?? ""
        return Step(
            name: "services", isGood: true, sentence: started.joined(separator: ", ") + accuracy + filter)
    }

    private func delivery(_ client: ReportedClient) -> Step {
        let progress =
            "\(Words.counted(client.delivered, "update"))\(client.age.map { " in \(Words.duration($0))" } ?? "")"
        if client.isInBackground {
            return Step(
                name: "delivery", isGood: false, sentence: "\(progress); it is in the background, and its events wait",
                remedy: "they come when it calls EnterForeground")
        }
        if client.missed > 0 {
            return Step(
                name: "delivery", isGood: false,
                sentence: "\(progress); \(Words.grouped(client.missed)) missed, because it reads too slowly",
                remedy: "read in a task of its own")
        }
        let hasFilter = client.settings?.distanceFilter ?? 0 > 0
        return Step(
            name: "delivery", isGood: client.delivered > 1, sentence: progress,
            remedy: client.delivered > 1
                ? nil
                : hasFilter ? "with a distance filter nothing comes while the machine stands still" : nil)
    }

    private var receiver: Step {
        let isGood = status.receiver.state.hasFix
        return Step(
            name: "receiver", isGood: isGood,
            sentence: status.receiver.words
                + (status.locationAge.map { "; last fix \(Words.duration($0)) ago" } ?? "; no fix yet"),
            remedy: isGood ? nil : status.receiver.remedy ?? "locd doctor checks the receiver")
    }

    package var text: String {
        steps.map { step in
            let mark = step.isGood ? "ok" : "! "
            let remedy = step.remedy.map { "\n                  → \($0)" } ?? ""
            return
                "\(mark) \(step.name)\(String(repeating: " ", count: max(15 - step.name.count, 1)))\(step.sentence)\(remedy)\n"
        }.joined()
    }
}
