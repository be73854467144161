extension Duration {
    /// Seconds, to the millisecond: an age needs no more, and its JSON stays short.
    var secondsInMilliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + (Double(attoseconds) * 1e-15).rounded() / 1000
    }
}

extension Double {
    /// Rounded to a count of decimals (0 to 9); `nil` where there is no finite number.
    func rounded(toDecimals decimals: Int) -> Double? {
        guard isFinite else { return nil }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (self * scale).rounded() / scale
        return scaled.isFinite ? scaled : self
    }

    /// An accuracy in metres, as a track line has it: 1 decimal, under 1 m 3, and never 0. `nil` where it is not finite.
    var roundedAccuracy: Double? { self < 1 ? max(self, 0.001).rounded(toDecimals: 3) : rounded(toDecimals: 1) }
}
