import ArgumentParser
import LocationModel
import LocdClient
import LocdProtocol

/// How exactly it is allowed.
struct AccuracyOption: ParsableArguments {
    @Flag(help: "Grant reduced accuracy: some kilometres, at most four times an hour.")
    var reduced = false

    var accuracy: AccuracyAuthorization { reduced ? .reducedAccuracy : .fullAccuracy }
    var words: String { reduced ? "reduced accuracy" : "full accuracy" }
}

struct ClientAllowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow", abstract: "Allow a client to read the position.")

    @OptionGroup var who: ClientOptions

    @Flag(help: "Keep its regions and visits monitored while it is away, and queue their events.")
    var always = false

    @OptionGroup var how: AccuracyOption
    @OptionGroup var daemon: SocketOption

    func run() async throws {
        let client = who.client
        let parameters = AuthorizeParameters(
            user: client.user, unit: client.unit,
            authorizationStatus: always ? .authorizedAlways : .authorizedWhenInUse, accuracyAuthorization: how.accuracy)
        try await daemon.ask { (client) async throws(LocdClientError) in try await client.authorize(parameters) }
        Console.say("\(who.name): allowed with \(how.words)")
    }
}

struct ClientOnceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "once", abstract: "Allow a client to read the position until its last session ends.")

    @OptionGroup var who: ClientOptions
    @OptionGroup var how: AccuracyOption
    @OptionGroup var daemon: SocketOption

    func run() async throws {
        let client = who.client
        let parameters = AuthorizeParameters(
            user: client.user, unit: client.unit, accuracyAuthorization: how.accuracy, once: true)
        try await daemon.ask { (client) async throws(LocdClientError) in try await client.authorize(parameters) }
        Console.say("\(who.name): allowed with \(how.words) until its last session ends")
    }
}

struct ClientDenyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny", abstract: "Deny a client access to the position.")

    @OptionGroup var who: ClientOptions
    @OptionGroup var daemon: SocketOption

    mutating func validate() throws {
        if who.client.user == 0 {
            throw ValidationError("root cannot be denied: it can read the receiver and the track itself")
        }
    }

    func run() async throws {
        let parameters = who.client
        try await daemon.ask { (client) async throws(LocdClientError) in try await client.deny(parameters) }
        Console.say("\(who.name): denied")
    }
}

struct ClientResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Delete the decision for a client: it can ask again.")

    @OptionGroup var who: ClientOptions
    @OptionGroup var daemon: SocketOption

    func run() async throws {
        let parameters = who.client
        try await daemon.ask { (client) async throws(LocdClientError) in try await client.reset(parameters) }
        Console.say("\(who.name): decision deleted")
    }
}
