/// One time scale of ``MotionEvidence``: blocks of 1, 2, 4 … seconds, each compared with the one before.
///
/// Motion shows in steps between consecutive blocks that are both larger than the noise of this scale, and mostly in
/// one direction; noise of whatever correlation does not, for it is this very noise that was learned. Evidence adds up
/// (a CUSUM test): each pair of steps adds by how much it exceeds what noise gives, and what noise gives takes away.
struct MotionLevel: Sendable, Hashable, Codable {
    /// What decides on evidence.
    struct Rule {
        /// What a pair of steps must exceed, in variances.
        var allowance: Double
        /// What one pair counts as at most: no outlier, and no single jump, is a proof.
        var cap: Double
        /// Evidence that is a proof.
        var proof: Double
    }

    /// The first half of the next block of the level above.
    var half: MotionBlock?
    /// The block before.
    var last: MotionBlock?
    /// The step that led to it, by the positions and by the reported speeds.
    var step: PlaneVector?
    /// See ``step``.
    var stepPath: PlaneVector?
    /// What the positions prove.
    var evidence = 0.0
    /// Seconds: since when they do.
    var since = 0.0
    /// How many steps in a row were too short for something that moves.
    var quiet = 0
    /// How large the steps were lately, in variances.
    var energy = 0.0
    /// Of the steps, m².
    var drift = LearnedNoise()
    /// What the reported speeds prove.
    var speedEvidence = 0.0
    /// Seconds: since when they do.
    var speedSince = 0.0
    /// How many velocities in a row were too low for something that moves.
    var slow = 0
    /// Of the reported velocity, m²/s².
    var speedNoise = LearnedNoise()
    /// How much the reported velocity differs from one block to the next, m²/s² per axis: noise, or a change of motion.
    var unsteadiness = 0.0

    var isValid: Bool {
        let numbers = [evidence, since, speedEvidence, speedSince, unsteadiness]
        return numbers.allSatisfy { $0.isFinite && abs($0) < 1e12 } && drift.isValid && speedNoise.isValid
    }

    /// Restarts what is being measured; what was learned stays.
    mutating func restart() {
        half = nil
        last = nil
        step = nil
        stepPath = nil
        clear()
    }

    /// Nothing is proven any more.
    mutating func clear() {
        (evidence, speedEvidence) = (0, 0)
        (quiet, slow) = (0, 0)
        // Whoever sets off has some.
        energy = 10
    }

    /// Adds the evidence of a pair of steps.
    static func add(_ value: Double, to evidence: inout Double, _ rule: Rule) {
        // What is proven enough is not proven more: or it would outlast the motion.
        evidence = min(max(0, evidence + min(value, rule.cap) - rule.allowance), 1.25 * rule.proof)
    }
}
