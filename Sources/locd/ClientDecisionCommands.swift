import ArgumentParser
import LocationModel
import LocdClient
import LocdProtocol

/// How exactly it is allowed.
struct AccuracyOption: ParsableArguments {
    @Flag(help: "Only roughly: some kilometres, four times an hour at most.")
    var reduced = false

    var accuracy: AccuracyAuthorization { reduced ? .reducedAccuracy : .fullAccuracy }
}

/// `locd client allow`
struct ClientAllowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow", abstract: "Let a client know where this machine is, from now on.")

    @OptionGroup var who: ClientOptions

    @Flag(help: "Also while it is away: its regions and visits go on, and wait for it.")
    var always = false

    @OptionGroup var how: AccuracyOption
    @OptionGroup var daemon: SocketOption

    func run() async throws {
        let client = who.client
        let parameters = AuthorizeParameters(
            user: client.user, unit: client.unit,
            authorizationStatus: always ? .authorizedAlways : .authorizedWhenInUse, accuracyAuthorization: how.accuracy)
        try await daemon.ask { (client) async throws(LocdClientError) in try await client.authorize(parameters) }
    }
}

/// `locd client once`
struct ClientOnceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "once", abstract: "Let a client know where this machine is, until its last session ends.")

    @OptionGroup var who: ClientOptions
    @OptionGroup var how: AccuracyOption
    @OptionGroup var daemon: SocketOption

    func run() async throws {
        let client = who.client
        let parameters = AuthorizeParameters(
            user: client.user, unit: client.unit, accuracyAuthorization: how.accuracy, once: true)
        try await daemon.ask { (client) async throws(LocdClientError) in try await client.authorize(parameters) }
    }
}

/// `locd client deny`
struct ClientDenyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny", abstract: "Do not let a client know where this machine is.")

    @OptionGroup var who: ClientOptions
    @OptionGroup var daemon: SocketOption

    func run() async throws {
        let parameters = who.client
        try await daemon.ask { (client) async throws(LocdClientError) in try await client.deny(parameters) }
    }
}

/// `locd client reset`
struct ClientResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Forget what was decided about a client: it may ask again.")

    @OptionGroup var who: ClientOptions
    @OptionGroup var daemon: SocketOption

    func run() async throws {
        let parameters = who.client
        try await daemon.ask { (client) async throws(LocdClientError) in try await client.reset(parameters) }
    }
}
