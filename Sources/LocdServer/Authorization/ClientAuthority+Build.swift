package import LocationServices
package import LocdConfiguration
package import Logging
package import SystemSupport

extension ClientAuthority {
    /// The authority of a daemon: the policy, the stored decisions, and the configured agent.
    ///
    /// - Parameter thread: Where decisions wait for the disk.
    package static func build(
        _ configuration: Configuration, policy: ClientPolicy, thread: ExecutorThread, clock: MonotonicClock,
        logger: Logger
    ) async -> ClientAuthority {
        let store = DecisionStore(
            directory: configuration.state.directory, thread: thread, clock: clock, logger: logger)
        return ClientAuthority(
            defaults: DefaultAuthority(
                privilegedGroup: SystemGroup(named: "locd")?.identifier,
                network: configuration.sharing.network.disclosure),
            policy: policy,
            resuming: await store.load(), store: store,
            agent: configuration.clients.agent.map {
                AuthorizationProgram(
                    path: $0, timeout: .seconds(configuration.clients.agentTimeout), clock: clock,
                    logger: logger)
            },
            desk: AgentDesk(
                isOpenToUsers: configuration.clients.userAgents, timeout: .seconds(configuration.clients.agentTimeout),
                clock: clock), clock: clock, logger: logger)
    }
}
