internal import LocationModel

extension MotionEvidence {
    /// A block is full: what it proves, since when (in seconds), and whether it proves standing.
    mutating func close(_ first: MotionBlock, accuracy: Double?, speedAccuracy: Double?) -> (
        proof: Double?, stops: Bool
    ) {
        var block = first
        var proof: Double?
        var stops = false
        for index in firstLevel..<levels.count {
            if let last = levels[index].last {
                let seconds = max(block.time - last.time, 0.1)
                let step = block.position - last.position
                let path = block.path - last.path
                comparePositions(step, path, seconds, at: index, block, accuracy: accuracy, &stops)
                if index == firstLevel, block.isReported {
                    speeds.compare(step, path, isFrequent: index < MotionThresholds.highestFirstLevel)
                }
                if index == 2 { addWay(block, step, seconds) }
                if index == 3, let since = ranges(block, accuracy) { proof = min(proof ?? since, since) }
                if index <= MotionThresholds.highestSpeedLevel, block.isReported, last.isReported {
                    compareSpeeds(
                        block.velocity, last.velocity, seconds, at: index, block, speedAccuracy,
                        coarsening: coarsening(accuracy), &stops)
                }
                levels[index].step = step
                levels[index].stepPath = path
            }
            if !isMoving, let since = proven(at: index) { proof = min(proof ?? since, since) }
            levels[index].last = block
            guard let half = levels[index].half else {
                levels[index].half = block
                break
            }
            levels[index].half = nil
            block = half.joined(with: block)
        }
        believe(accuracy)
        evidenceSince = 1e11
        if !isMoving {
            if let since = places.doubtfulSince { evidenceSince = since }
            if measuredWay > 0 { evidenceSince = min(evidenceSince, measuredSince) }
            for index in levels.indices {
                if levels[index].evidence > 0 { evidenceSince = min(evidenceSince, levels[index].since) }
                if levels[index].speedEvidence > 0 { evidenceSince = min(evidenceSince, levels[index].speedSince) }
            }
        }
        return (proof, stops)
    }

    /// Since when it moves, if this level proves that it does.
    private func proven(at index: Int) -> Double? {
        // What converges may show speeds that are its steps.
        let isConverging = isSettling && speeds.arePositions
        if index == 1, speeds.areMeasured, measuredWay >= measuredProof, positionsFollow, !isConverging {
            return measuredSince
        }
        if levels[index].speedEvidence >= speedRule(at: index).proof, positionsFollow {
            return levels[index].speedSince
        }
        guard levels[index].evidence >= driftRule(at: index).proof else { return nil }
        // Convergence ends: what proves motion goes on.
        let settled = settlesUntil + 3 * MotionThresholds.shortestBlock * Double(1 << index)
        return settlesUntil > 0 && now < settled ? nil : levels[index].since
    }

    /// Since when it moves, if it ranges over more than a parked receiver drifts, claims too good included. What was
    /// learned of its noise meanwhile was motion, but for what is new each second.
    private mutating func ranges(_ block: MotionBlock, _ accuracy: Double?) -> Double? {
        // A boat swings at its anchor, and measured speeds say more.
        guard !isMoving, !isSettling, !speeds.areMeasured, leastSpeed < MotionThresholds.standingSpeed else {
            return nil
        }
        let claimed = accuracy ?? MotionThresholds.usualAccuracy
        let believed = min(MotionThresholds.mostOptimism * claimed, max(MotionThresholds.usualAccuracy, claimed))
        var deviation = max(believed / 1.510, MotionThresholds.minimumTypicalDrift)
        if now - stoppedAt < MotionThresholds.rangeMemory, pace < MotionThresholds.runningSpeed {
            deviation *= MotionThresholds.rangeAfterWalk
        }
        guard let since = places.add(block.position, at: block.time, deviation: deviation) else { return nil }
        for index in levels.indices.dropFirst() { levels[index].drift = LearnedNoise() }
        (isDriftKnown, widestDrift) = (false, 0)
        return since
    }

    /// Whether the positions go along with the reported speeds.
    private var positionsFollow: Bool {
        let level = max(firstLevel, 1)
        guard let step = levels[level].step, let path = levels[level].stepPath else { return false }
        return step.square >= 0.1 * path.square
    }

    private mutating func comparePositions(
        _ step: PlaneVector, _ path: PlaneVector, _ seconds: Double, at index: Int, _ block: MotionBlock,
        accuracy: Double?, _ stops: inout Bool
    ) {
        let variance = driftVariance(at: index, accuracy: accuracy)
        let length = step.length
        guard !isMoving else {
            if index == 2 {
                let noise = levels[2].drift
                let known = noise.isKnown ? noise.variance(prior: 0) : 0
                paceSquares.add((length * length - 2 * known) / (seconds * seconds))
            }
            if index == 3 || pace == 0, index >= 2 {
                let speed = length / seconds
                pace = pace == 0 ? speed : 0.9 * pace + 0.1 * speed
            }
            // Speeds from positions that are coarse now show no more than these.
            let isCoarse = !speeds.areMeasured && coarsening(accuracy) >= MotionThresholds.otherErrors
            guard index >= 2, !isReported || isCoarse else { return }
            let expected = 0.5 * pace * seconds
            let deviation = variance.squareRoot()
            // On the shortest scale on which its pace would show: on a longer one, a walk around a garden averages to
            // its middle.
            let isShortest =
                index == 2 || expected / 2 < 2 * driftVariance(at: index - 1, accuracy: accuracy).squareRoot()
            let isQuiet = isShortest && expected >= 2 * deviation && length < min(expected, 2.5 * deviation)
            levels[index].quiet = isQuiet ? levels[index].quiet + 1 : 0
            let energy = min(length * length / (2 * variance), 10)
            levels[index].energy += (energy - levels[index].energy) * min(seconds / MotionThresholds.energyMemory, 1)
            if levels[index].quiet >= 3 || isNoise { stops = true }
            return
        }
        let before = levels[index].step
        if !isSettling {
            levels[index].drift.note(
                step.square / 2, product: before.map { step.dot($0) / 2 } ?? 0, variance: variance)
        }
        guard index >= 2, let before else { return }
        // Mostly how long both steps are, and partly whether they have the same direction: turning back is motion too.
        let lengths = length * before.length
        var weight =
            (MotionThresholds.turnTolerance * lengths + (1 - MotionThresholds.turnTolerance) * step.dot(before))
            / (2 * variance)
        if length < leastSpeed * seconds || isDenied(length, path, seconds, block) { weight = min(weight, 0) }
        if levels[index].evidence <= 0 { levels[index].since = block.time - 2.5 * seconds }
        MotionLevel.add(weight, to: &levels[index].evidence, driftRule(at: index))
    }

    /// See ``driftRule(at:)``.
    private func speedRule(at index: Int) -> MotionLevel.Rule {
        var rule = MotionThresholds.speedRule
        rule.proof *= levels[index].speedNoise.persistence
        return rule
    }

    /// Noise that goes on as it went for some blocks must be followed for so much longer.
    private func driftRule(at index: Int) -> MotionLevel.Rule {
        var rule = MotionThresholds.driftRule
        rule.proof *= levels[index].drift.persistence
        return rule
    }

    /// Whether on no scale there is more than noise: it never moved.
    private var isNoise: Bool {
        now - departedAt > 1.5 * MotionThresholds.energyMemory
            && levels[2...MotionThresholds.slowestKnown].allSatisfy { $0.energy < MotionThresholds.noiseEnergy }
    }

    /// Whether the reported speeds deny what the positions say.
    private func isDenied(_ length: Double, _ path: PlaneVector, _ seconds: Double, _ block: MotionBlock) -> Bool {
        guard block.isReported, Self.denies(path, length) else { return false }
        // Who only ever reports zero would not notice.
        return !speeds.isAlwaysZero || Self.isShown(length, in: seconds)
    }

    /// Whether reported speeds that led this far deny a way of so many metres.
    static func denies(_ path: PlaneVector, _ length: Double) -> Bool { path.length < 0.3 * length }

    /// Whether receivers with static navigation show a way of so many metres, too.
    static func isShown(_ length: Double, in seconds: Double) -> Bool {
        length > MotionThresholds.staticNavigationSpeed * 1.5 * seconds
    }

    private mutating func compareSpeeds(
        _ velocity: PlaneVector, _ before: PlaneVector, _ seconds: Double, at index: Int, _ block: MotionBlock,
        _ accuracy: Double?, coarsening: Double, _ stops: inout Bool
    ) {
        let change = (velocity - before).square / 4
        levels[index].unsteadiness += 0.2 * (change - levels[index].unsteadiness)
        let speed = velocity.length
        if index == firstLevel, !isDriftKnown { speeds.noteSteadiness(speed, for: seconds) }
        guard !isMoving else {
            noteReported(speed, at: index, &stops)
            return
        }
        if index == 1 { measure(speed, seconds, block) }
        let usual = max(MotionThresholds.usualSpeedNoise, (accuracy ?? 0) / 1.510)
        var learned = levels[index].speedNoise.variance(prior: usual * usual)
        // Speeds from positions are worse where these are.
        if !speeds.areMeasured { learned *= coarsening * coarsening }
        let variance = max(learned, MotionThresholds.leastSpeedNoise, levels[index].unsteadiness)
        levels[index].speedNoise.note(
            velocity.square / 2, product: velocity.dot(before) / 2, variance: variance)
        if levels[index].speedEvidence <= 0 { levels[index].speedSince = block.time - 2.5 * seconds }
        if isSettling {
            // A receiver that converges shows speeds too, if it takes them from its positions, and they become less.
            let isSteady = speed >= MotionThresholds.movingSpeed && speed >= 0.9 * before.length
            let isVehicle = speed >= MotionThresholds.vehicleSpeed && !speeds.arePositions
            guard index == 2, isSteady || isVehicle else {
                levels[index].speedEvidence = 0
                return
            }
        }
        let isDoubtful = speed < MotionThresholds.certainSpeed && speeds.arePositions
        if !isDriftKnown, isDoubtful || speed < MotionThresholds.vehicleSpeed && !speeds.isSteady {
            // If they come from the positions they prove no more than these do, whose noise is not known yet. But what
            // they show of noise is never steady.
            levels[index].speedEvidence = 0
            return
        }
        var rule = speedRule(at: index)
        if speed >= MotionThresholds.certainSpeed, speed * speed > 16 * variance { rule.cap *= 4 }
        let weight = velocity.dot(before) / (2 * variance)
        MotionLevel.add(speed < leastSpeed ? min(weight, 0) : weight, to: &levels[index].speedEvidence, rule)
    }

    /// How far it went in these seconds: by the reported speed, if that is more than its noise. What is slow is hardly
    /// more than that, and goes on nevertheless.
    private mutating func addWay(_ block: MotionBlock, _ step: PlaneVector, _ seconds: Double) {
        guard block.isReported else { return travel.add(way: step.length) }
        let noise = levels[2].speedNoise
        let variance = max(noise.isKnown ? noise.variance(prior: 0) : 0, speeds.noise * speeds.noise / 4)
        // Without a course most of a slow speed was taken from it.
        let slow = mostOfStanding / (speeds.hasCourse ? 1 : 2)
        let least = isSlow ? min(6 * variance, slow * slow) : 6 * variance
        if block.velocity.square >= least {
            travel.add(way: (block.velocity.length + speeds.reduction) * seconds)
        }
    }

    /// Evidence of measured speeds: how far they lead, above what they show where nothing moves. It adds up over stops.
    private mutating func measure(_ speed: Double, _ seconds: Double, _ block: MotionBlock) {
        if measuredWay <= 0 { measuredSince = block.time - 1.5 * seconds }
        // Without directions noise does not cancel out.
        let noise = speeds.hasCourse ? measuredDeviation : max(measuredDeviation, 1.25 * speeds.noise)
        let usual = speeds.hasCourse ? 0 : MotionThresholds.meansOfMeasuredSpeed * speeds.mean
        let least = max(
            MotionThresholds.leastMeasuredSpeed, leastSpeed, MotionThresholds.deviationsOfMeasuredSpeed * noise, usual)
        let whole = min(speed + speeds.reduction, MotionThresholds.runningSpeed)
        let rate = max(whole - least, -MotionThresholds.fadingOfMeasuredWay)
        measuredWay = min(max(0, measuredWay + rate * seconds), 2 * measuredProof)
    }

    /// m/s per axis, over two seconds.
    private var measuredDeviation: Double {
        let noise = levels[1].speedNoise
        return max(noise.isKnown ? noise.variance(prior: 0).squareRoot() : 0, 0.8 * speeds.noise)
    }

    /// Metres. After a stop in a walk the next steps belong to it.
    private var measuredProof: Double {
        let proof = max(
            MotionThresholds.leastMeasuredWay, MotionThresholds.deviationsOfMeasuredWay * measuredDeviation)
        return now - stoppedAt < MotionThresholds.longestStop ? proof / 3 : proof
    }

    /// m/s. A reported speed below it is standing, for what moves at its pace.
    private var mostOfStanding: Double {
        // Without a course most of what it shows while it stands was taken from the speed.
        let least = min(MotionThresholds.leastStandingSpeed, speeds.hasCourse ? .infinity : speeds.mean / 2)
        return min(max(reportedPace / 2, least), MotionThresholds.standingSpeed)
    }

    private mutating func noteReported(_ speed: Double, at index: Int, _ stops: inout Bool) {
        guard index >= 2 else { return }
        let slow = mostOfStanding
        if index == 2, speed >= slow {
            reportedPace = reportedPace == 0 ? speed : 0.9 * reportedPace + 0.1 * speed
            isReported = true
        }
        levels[index].slow = speed < slow ? levels[index].slow + 1 : 0
        let noise = levels[index].speedNoise
        let deviation = noise.isKnown ? noise.variance(prior: 0).squareRoot() : 0.12
        let isFine = 2.5 * deviation <= slow || index == MotionThresholds.highestSpeedLevel
        if isReported, isFine, levels[index].slow >= (index == 2 ? 3 : 2) { stops = true }
    }

    private func driftVariance(at index: Int, accuracy: Double?) -> Double {
        var variance = learnedVariance(at: index, accuracy: accuracy)
        let coarsening = coarsening(accuracy)
        if levels[index].drift.isKnown, coarsening > 1 {
            variance *= coarsening * coarsening
            // Other errors than those that were learned: they may be new at each step.
            if coarsening >= MotionThresholds.otherErrors { variance = max(variance, assumedVariance(accuracy)) }
        }
        return max(variance, MotionThresholds.leastDrift * MotionThresholds.leastDrift)
    }

    /// The variance of a step, m² per axis. As long as little was learned it is assumed: from the accuracy, and not
    /// much more than on the scale of half the time, which is known sooner.
    private func learnedVariance(at index: Int, accuracy: Double?) -> Double {
        var prior = assumedVariance(accuracy)
        if index > firstLevel, levels[index - 1].drift.isKnown {
            let shorter = learnedVariance(at: index - 1, accuracy: accuracy)
            // What few samples say may be too little.
            let doubt = 1 + MotionThresholds.doubtfulSamples / levels[index - 1].drift.count
            prior = min(prior, MotionThresholds.mostDriftGrowth * doubt * shorter)
        }
        return levels[index].drift.variance(prior: prior)
    }

    /// The variance of a step of a receiver that nothing is known of but its accuracy, m² per axis.
    private func assumedVariance(_ accuracy: Double?) -> Double {
        let usual = max((accuracy ?? MotionThresholds.usualAccuracy) / 1.510, MotionThresholds.minimumTypicalDrift)
        return 2 * usual * usual
    }

    private mutating func believe(_ accuracy: Double?) {
        guard !isMoving, now - believedAt >= MotionThresholds.learningTime else { return }
        // Whoever sets off slowly has not left yet: that is decided later.
        guard isSettling || !mayLeave(accuracy: accuracy) else { return }
        believedAt = now
        guard !isSettling else { return }
        if let accuracy, coarsening(accuracy) >= MotionThresholds.otherErrors {
            learnedAccuracy = accuracy
            for index in levels.indices { levels[index].drift.unlearn() }
        }
        if let accuracy { learnedAccuracy = learnedAccuracy == 0 ? accuracy : 0.8 * learnedAccuracy + 0.2 * accuracy }
        for index in levels.indices {
            if levels[index].evidence < driftRule(at: index).proof / 2 {
                levels[index].drift.believe()
            } else {
                levels[index].drift.forget()
            }
            if levels[index].speedEvidence < speedRule(at: index).proof / 2,
                !speeds.areMeasured || measuredWay < measuredProof / 4
            {
                levels[index].speedNoise.believe()
            } else {
                levels[index].speedNoise.forget()
            }
        }
        speeds.believe()
        var widest = 0.0
        for index in levels.indices where levels[index].drift.isKnown {
            widest = max(widest, levels[index].drift.variance(prior: 0))
        }
        widestDrift = widest.squareRoot()
        isDriftKnown = levels[MotionThresholds.slowestKnown].drift.isKnown
    }
}
