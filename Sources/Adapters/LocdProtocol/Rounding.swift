extension Duration {
    /// Seconds, to the millisecond: enough for an age, and short in JSON.
    package var secondsInMilliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + (Double(attoseconds) * 1e-15).rounded() / 1000
    }
}

extension Double {
    /// Rounded to a number of decimals (0 to 9); `nil` if not finite.
    func rounded(toDecimals decimals: Int) -> Double? {
        guard isFinite else { return nil }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (self * scale).rounded() / scale
        return scaled.isFinite ? scaled : self
    }

    /// An accuracy in metres, as in a track line: 1 decimal, 3 decimals under 1 m, and never 0. `nil` if not finite.
    var roundedAccuracy: Double? { self < 1 ? max(self, 0.001).rounded(toDecimals: 3) : rounded(toDecimals: 1) }
}
