internal import LocationModel

/// How much of the noise of positions is white, measured on the positions themselves as they come.
///
/// Only white noise, new with each fix, can be smoothed away. What a receiver has filtered already, or what drifts with
/// the atmosphere, is the same in the next fix: averaging it only makes a track late. Both are told apart by what each
/// step of the position has left when the reported velocity (Doppler) is taken from it: white noise of variance r makes
/// two steps in a row lean against each other (covariance -r), anything that stays does not. What remains of the
/// variance is how the position wanders by itself.
///
/// Without a velocity the same is asked of the changes of the steps, whose covariances are 6r, -4r and r for white
/// noise, and 2q, -q and 0 where the noise adds up. That takes longer to be sure of.
package struct PositionNoise: Sendable, Hashable, Codable {
    /// A moment's white noise, and how the position wanders: variances of one axis in square metres.
    package struct Estimate: Sendable, Hashable {
        package var white: Double
        package var wandering: Double
    }

    /// Steps that are remembered, with and without a velocity: later ones take the place of earlier ones.
    static let memory = (carried: 60.0, bare: 240.0)
    /// Steps before which nothing is known.
    static let fewest = 10.0
    /// Steps differ by no more than this part in their duration, for their changes to be compared.
    static let evenness = 0.2

    /// Means of products of steps: with themselves, and with the one, two and three before.
    private struct Products: Sendable, Hashable, Codable {
        var same = 0.0
        var one = 0.0
        var two = 0.0
        var three = 0.0

        var isValid: Bool { same >= 0 && [same, one, two, three].allSatisfy { abs($0) < 1e18 } }
    }

    /// Of what a velocity left of the steps.
    private var carried = Products()
    private var carriedCount = 0.0
    private var lastLeft: PlaneVector?
    /// Of the changes of steps.
    private var bare = Products()
    private var bareCount = 0.0
    private var lastStep: PlaneVector?
    private var lastSeconds = 0.0
    private var lastChange: PlaneVector?
    private var changeBefore: PlaneVector?
    private var changeBeforeThat: PlaneVector?
    /// The mean of the accuracies, as standard deviations.
    private var deviation = 0.0
    private var deviationCount = 0.0
    /// How late the velocities are; `nil` before any was seen.
    private var delay: VelocityDelay?

    package init() {}

    /// Seconds by which the reported velocities are late.
    var velocityDelay: Double { delay?.seconds ?? 0 }

    /// Takes what the mean of two velocities left of a step, and their change.
    mutating func addDelay(left: PlaneVector, change: PlaneVector, white: Double) {
        var known = delay ?? VelocityDelay()
        known.learn(left: left, change: change, white: white)
        delay = known
    }

    /// Whether it can have been written by this type: what is read from a file is anything.
    var isValid: Bool {
        carried.isValid && bare.isValid && deviation < 1e12 && delay?.isValid != false
            && min(carriedCount, bareCount, deviationCount, deviation, lastSeconds) >= 0
            && [lastLeft, lastStep, lastChange, changeBefore, changeBeforeThat].allSatisfy { ($0?.square ?? 0) < 1e18 }
    }

    /// A step of the position, `left`: what the velocity leaves of it.
    mutating func addStep(_ step: PlaneVector, left: PlaneVector?, seconds: Double) {
        if let left, let lastLeft {
            carriedCount = min(carriedCount + 1, Self.memory.carried)
            // The mean of both axes.
            carried.same += (left.square / 2 - carried.same) / carriedCount
            carried.one += (left.dot(lastLeft) / 2 - carried.one) / carriedCount
        }
        lastLeft = left
        guard left == nil else {
            forgetSteps()
            return
        }
        if let lastStep, abs(seconds - lastSeconds) <= Self.evenness * lastSeconds {
            addChange(step - lastStep)
        } else {
            forgetSteps()
        }
        lastStep = step
        lastSeconds = seconds
    }

    /// The accuracy of a position, as a standard deviation.
    mutating func addDeviation(_ new: Double) {
        deviationCount = min(deviationCount + 1, Self.memory.carried)
        deviation += (new - deviation) / deviationCount
    }

    /// What comes next does not continue what was: only what is known of the noise stays.
    mutating func interrupt() {
        lastLeft = nil
        forgetSteps()
    }

    /// The noise of a position with this standard deviation, where a velocity carries it or not; `nil` where none is
    /// known to be white.
    package func estimate(deviation new: Double, isCarried: Bool) -> Estimate? {
        guard (isCarried ? carriedCount : bareCount) >= Self.fewest, deviation > 0 else { return nil }
        let white = isCarried ? -carried.one : min(1.5 * (bare.two - bare.three), (bare.three - bare.one) / 4)
        guard white > 0 else { return nil }
        // A fix that is said to be worse than usual is worse, as far as anybody knows.
        let scale = new / deviation
        let wandering = isCarried ? carried.same - 2 * white : bare.same / 6 - white
        return Estimate(white: white * scale * scale, wandering: max(wandering, 0))
    }

    private mutating func addChange(_ change: PlaneVector) {
        if let lastChange, let changeBefore, let changeBeforeThat {
            bareCount = min(bareCount + 1, Self.memory.bare)
            bare.same += (change.square / 2 - bare.same) / bareCount
            bare.one += (change.dot(lastChange) / 2 - bare.one) / bareCount
            bare.two += (change.dot(changeBefore) / 2 - bare.two) / bareCount
            bare.three += (change.dot(changeBeforeThat) / 2 - bare.three) / bareCount
        }
        (changeBeforeThat, changeBefore, lastChange) = (changeBefore, lastChange, change)
    }

    private mutating func forgetSteps() {
        (lastStep, lastChange, changeBefore, changeBeforeThat) = (nil, nil, nil, nil)
    }
}

/// By how many seconds a receiver's reported velocity is behind its position.
///
/// Some report the velocity of the moment, some that of the second before, some filter it: then in a bend the
/// velocities lead beside the way, by a metre and more each second at the speed of a car. What they leave of a step of
/// the position points, in each change of the velocity, as far along that change as the velocity is late: the delay is
/// their regression. A prior at no delay keeps noise from being learned.
struct VelocityDelay: Sendable, Hashable, Codable {
    /// Steps that are remembered.
    private static let memory = 600.0
    /// Seconds: how far off no delay a receiver usually is. *choice*
    private static let deviation = 0.4
    /// Seconds: no receiver is beyond that. *choice*
    private static let range = -1.0...1.5

    private var products = 0.0
    private var squares = 0.0
    /// The delay, as far as it is known.
    private(set) var seconds = 0.0

    /// Whether it can have been written by this type: what is read from a file is anything.
    var isValid: Bool {
        abs(products) < 1e18 && squares >= 0 && squares < 1e18 && Self.range.contains(seconds)
    }

    /// Takes what the mean of two velocities left of a step, and their change; `white` is the variance of the
    /// positions' noise along one axis, in square metres.
    mutating func learn(left: PlaneVector, change: PlaneVector, white: Double) {
        let keeps = 1 - 1 / Self.memory
        products = keeps * products + left.dot(change)
        squares = keeps * squares + change.square
        // A step has the noise of both its ends.
        let delay = products / (squares + 2 * white / (Self.deviation * Self.deviation))
        seconds = min(max(delay, Self.range.lowerBound), Self.range.upperBound)
    }
}
