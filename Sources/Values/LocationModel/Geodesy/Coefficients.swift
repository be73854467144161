/// Six coefficients of a trigonometric series, summed by Clenshaw's recurrence; those not given are zero.
struct Coefficients {
    private let first, second, third, fourth, fifth, sixth: Double

    @inline(__always)
    init(_ first: Double, _ second: Double, _ third: Double, _ fourth: Double, _ fifth: Double, _ sixth: Double = 0) {
        (self.first, self.second, self.third) = (first, second, third)
        (self.fourth, self.fifth, self.sixth) = (fourth, fifth, sixth)
    }

    /// The sum of c_l sin 2 l σ, l = 1…6.
    @inline(__always)
    func sines(of sigma: Angle) -> Double {
        let twice = sigma.twiceCosineOfDouble
        let at5 = twice * sixth + fifth
        let at4 = twice * at5 - sixth + fourth
        let at3 = twice * at4 - at5 + third
        let at2 = twice * at3 - at4 + second
        let at1 = twice * at2 - at3 + first
        return 2 * sigma.sine * sigma.cosine * at1
    }

    /// The sum of c_l cos (2 l + 1) σ, l = 0…5.
    @inline(__always)
    func cosines(of sigma: Angle) -> Double {
        let twice = sigma.twiceCosineOfDouble
        let at4 = twice * sixth + fifth
        let at3 = twice * at4 - sixth + fourth
        let at2 = twice * at3 - at4 + third
        let at1 = twice * at2 - at3 + second
        let at0 = twice * at1 - at2 + first
        return sigma.cosine * (at0 - at1)
    }

    /// a A - b B for two series, coefficient by coefficient: what nearly cancels does so before it is summed.
    @inline(__always)
    static func difference(_ a: Double, _ first: Coefficients, _ b: Double, _ second: Coefficients) -> Coefficients {
        Coefficients(
            a * first.first - b * second.first, a * first.second - b * second.second,
            a * first.third - b * second.third, a * first.fourth - b * second.fourth,
            a * first.fifth - b * second.fifth, a * first.sixth - b * second.sixth)
    }
}

extension Double {
    /// a + b x + c x² …, by Horner's rule.
    @inline(__always)
    func polynomial(_ a: Double, _ b: Double) -> Double { a + self * b }
    @inline(__always)
    func polynomial(_ a: Double, _ b: Double, _ c: Double) -> Double { a + self * polynomial(b, c) }
    @inline(__always)
    func polynomial(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double { a + self * polynomial(b, c, d) }
    @inline(__always)
    func polynomial(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double) -> Double {
        a + self * polynomial(b, c, d, e)
    }
    @inline(__always)
    func polynomial(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) -> Double {
        a + self * polynomial(b, c, d, e, f)
    }
}
