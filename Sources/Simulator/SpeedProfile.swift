internal import LocationModel

/// Distance over time from rest to rest: accelerate evenly, continue, brake evenly.
struct SpeedProfile {
    /// Metres.
    let distance: Double
    /// The steady speed in metres per second; less than requested if the distance is too short to reach it.
    let speed: Double
    /// Metres per second squared.
    let acceleration: Double

    /// All greater than 0, `distance` 0 or more.
    init(distance: Double, speed: Double, acceleration: Double) {
        self.distance = distance
        self.speed = min(speed, (distance * acceleration).squareRoot())
        self.acceleration = acceleration
    }

    /// Metres until the speed is reached, and the same for braking.
    private var ramp: Double { speed * speed / (2 * acceleration) }

    /// Seconds for the whole distance.
    var duration: Double {
        speed > 0 ? 2 * speed / acceleration + (distance - 2 * ramp) / speed : 0
    }

    /// Seconds for the first `passed` metres (0...distance).
    func time(at passed: Double) -> Double {
        guard speed > 0 else { return 0 }
        if passed < ramp { return (2 * max(passed, 0) / acceleration).squareRoot() }
        if passed > distance - ramp {
            return duration - (2 * max(distance - passed, 0) / acceleration).squareRoot()
        }
        return speed / acceleration + (passed - ramp) / speed
    }

    /// The distances, in order, at which a route that is even between its knots needs a knot to follow the ramps: one
    /// for each second of them.
    var changes: [Double] {
        // Beyond ten minutes of ramp nobody looks; this limits the cost of an absurd speed.
        let seconds = Int(rounding: min(speed / acceleration, 600), .up)
        guard seconds > 0 else { return [] }
        let ramps = (1...seconds).map { second in
            let time = min(Double(second), speed / acceleration)
            return acceleration * time * time / 2
        }
        return ramps + ramps.reversed().map { distance - $0 }
    }
}
