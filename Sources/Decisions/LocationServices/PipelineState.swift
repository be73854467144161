public import LocationModel

/// The state of the gate and of one client's services that must survive a restart. A pipeline that resumes it continues
/// with the next fix as if it had never ended.
public struct PipelineState: Sendable, Codable {
    /// The gate's part.
    public var gate: FixGate.State?
    /// Whether the position is to be trusted.
    public var integrity: Integrity.State?
    /// The receiver that this is known of.
    public var receiver: String?
    /// The services' part.
    public var services: ServiceState

    /// A state of all.
    public init(
        gate: FixGate.State? = nil, integrity: Integrity.State? = nil, receiver: String? = nil,
        services: ServiceState = ServiceState()
    ) {
        self.gate = gate
        self.integrity = integrity
        self.receiver = receiver
        self.services = services
    }

    /// Reads a state. What another version of locd knew of the trust in the position may lack figures of this one: it
    /// is learned anew, and the rest, which takes longer to learn, is not lost with it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        gate = try container.decodeIfPresent(FixGate.State.self, forKey: .gate)
        integrity = try? container.decodeIfPresent(Integrity.State.self, forKey: .integrity)
        receiver = try container.decodeIfPresent(String.self, forKey: .receiver)
        services = try container.decode(ServiceState.self, forKey: .services)
    }

    /// Whether this type can have written it. A file may contain anything, and an invalid state must not be resumed.
    public var isValid: Bool { (gate?.travelledInPlace ?? 0) >= 0 && integrity?.isValid ?? true && services.isValid }

    /// Leaves out the parts that are invalid or that `canKeep` refuses, such as those with a figure that no file can
    /// contain, and returns their names. What is left is valid.
    public mutating func dropParts(unless canKeep: (any Encodable) -> Bool) -> [String] {
        var dropped = services.dropParts(unless: canKeep)
        if let gate, gate.travelledInPlace < 0 || !canKeep(gate) {
            self.gate = nil
            dropped.append("gate")
        }
        if let integrity, !integrity.isValid || !canKeep(integrity) {
            self.integrity = nil
            dropped.append("integrity")
        }
        return dropped
    }

    /// Forgets what is known of another receiver, which may be elsewhere: its first position is no leap.
    public mutating func forgetReceivers(but receiver: String) {
        guard receiver != self.receiver else { return }
        integrity = nil
        services.leaps = nil
    }

    /// The last location that passed the gate, as far as is known.
    public var latest: Location? { services.latest }
}
