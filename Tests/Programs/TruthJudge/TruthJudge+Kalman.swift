import Glibc
import LocationModel
import Motion
import Truth

extension TruthJudge {
    /// The root of the mean square error of a filter in parts of the raw one: of all, and of corners.
    static func kalman() {
        let noises: [(String, [SecondReceiver.Part])] = [
            ("white, 3 m", [.init(3, 0)]), ("white, 1 m", [.init(1, 0)]), ("white, 8 m", [.init(8, 0)]),
            ("τ 5 s", [.init(3, 5)]), ("τ 20 s", [.init(3, 20)]), ("τ 120 s", [.init(3, 120)]),
            ("2 m white, 2 m of τ 60 s", [.init(2, 0), .init(2, 60)]),
        ]
        let motions = [("walk", 60.0, 1.3), ("bicycle", 200, 5), ("car", 400, 13)]
        let speeds: [(String, SecondReceiver.Speed)] = [
            ("Doppler to 0.1 m/s", .doppler(0.1)), ("to 0.3 m/s", .doppler(0.3)), ("no speed", .none),
        ]
        let cases = noises.flatMap { noise in
            motions.map { ([noise.0, $0.0], (parts: noise.1, side: $0.1, speed: $0.2)) }
        }
        table(
            "Kalman filter, error in parts of the raw one: mean (worst); of fixes within 10 s of a corner",
            ["noise", "motion"], cases, speeds
        ) { motion, reported in
            let receiver = SecondReceiver { ($0.parts, $0.speed, $0.decimals) = (motion.parts, reported, nil) }
            let errors = seeds(for: receiver).map { error(of: receiver, side: motion.side, motion.speed, seed: $0) }
            return "\(parts(errors.map(\.all))); \(parts(errors.map(\.corners)))"
        }
    }

    private static func error(
        of receiver: SecondReceiver, side: Double, _ speed: Double, seed: UInt64
    ) -> (all: Double, corners: Double) {
        // Nothing turns on the spot at speed: 3 m/s² sideways.
        let radius = max(speed * speed / 3, 0.5)
        let path = TruthPath().moving(lap(side, radius), at: speed, for: 1800)
        let quarter = side - 2 * radius + radius * .pi / 2
        var exact = receiver
        (exact.parts, exact.speed) = ([.init(0, 0)], .none)
        var smoother = PositionSmoother(.kalman)
        var sums = (raw: 0.0, smooth: 0.0, rawCorners: 0.0, smoothCorners: 0.0)
        for (index, (fix, truth)) in zip(
            receiver.fixes(of: path, seed: seed), exact.fixes(of: path, seed: seed)
        ).enumerated() {
            guard let coordinate = fix.coordinate, let right = truth.coordinate, let timestamp = fix.timestamp
            else { continue }
            var location = Location(timestamp: timestamp, coordinate: coordinate)
            location.horizontalAccuracy = fix.horizontalAccuracy
            (location.speed, location.course) = (fix.speed, fix.course)
            let smooth = smoother.smooth(location).coordinate
            guard index >= 300 else { continue }
            let (before, after) = (pow(coordinate.distance(to: right), 2), pow(smooth.distance(to: right), 2))
            sums.raw += before
            sums.smooth += after
            let place = (Double(index) * speed).truncatingRemainder(dividingBy: quarter)
            // In the bend, or up to 10 s after it.
            guard place >= side - 2 * radius || place < 10 * speed && index > 300 else { continue }
            sums.rawCorners += before
            sums.smoothCorners += after
        }
        return ((sums.smooth / sums.raw).squareRoot(), (sums.smoothCorners / max(sums.rawCorners, 1e-9)).squareRoot())
    }

    /// Round a square with rounded corners.
    private static func lap(_ side: Double, _ radius: Double) -> [TruthPath.Point] {
        var line: [TruthPath.Point] = []
        let inner = side - 2 * radius
        let centres = [(inner, 0.0), (inner, inner), (0, inner), (0, 0)]
        for _ in 0..<40 {
            line.append(.init(0, -radius))
            for (corner, centre) in centres.enumerated() {
                for step in 0...18 {
                    let angle = (Double(corner) - 1 + Double(step) / 18) * .pi / 2
                    line.append(.init(centre.0 + radius * cos(angle), centre.1 + radius * sin(angle)))
                }
            }
        }
        return line
    }

    /// To a hundredth.
    private static func parts(_ values: [Double]) -> String {
        let figures = [values.reduce(0, +) / Double(values.count), values.max() ?? 0].map { ($0 * 100).rounded() / 100 }
        return "\(figures[0]) (\(figures[1]))"
    }
}
