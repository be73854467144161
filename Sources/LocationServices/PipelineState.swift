public import LocationModel
internal import Motion

/// What the gate and the services of one client must not forget over a restart, together: a pipeline that is given it goes
/// on with the next fix as if it had never ended.
public struct PipelineState: Sendable, Codable {
    /// The gate's part.
    public var gate: FixGate.State?
    /// The services' part.
    public var services: ServiceState

    /// Of both.
    public init(gate: FixGate.State? = nil, services: ServiceState = ServiceState()) {
        self.gate = gate
        self.services = services
    }

    /// Whether it can have been written by this type. What is read from a file is anything: one that is not sound must not
    /// be gone on with.
    public var isValid: Bool { (gate?.travelledInPlace ?? 0) >= 0 && services.isValid }

    /// The last location that passed the gate, as far as is known.
    public var latest: Location? { services.latest }
}
