import Glibc

/// An angle by its sine and its cosine: what is near a multiple of 90 degrees keeps all its digits. The two may stand
/// for a vector of any length until ``normalized``.
struct Angle {
    var sine: Double
    var cosine: Double

    @inline(__always)
    init(sine: Double, cosine: Double) {
        (self.sine, self.cosine) = (sine, cosine)
    }

    @inline(__always)
    init(radians: Double) {
        self.init(sine: Glibc.sin(radians), cosine: Glibc.cos(radians))
    }

    /// Exact at multiples of 90 degrees; NaN for what is not finite. `rest` is what `degrees` were rounded by.
    init(degrees: Double, rest: Double = 0) {
        let inTurn = abs(degrees) <= 720 ? degrees : degrees.remainder(dividingBy: 360)
        let quarter = (inTurn / 90).rounded(.toNearestOrEven)
        let radians = (inTurn - quarter * 90 + rest) * (.pi / 180)
        let (sine, cosine) = (Glibc.sin(radians), Glibc.cos(radians))
        switch quarter.remainder(dividingBy: 4) {
        case 0: self.init(sine: sine, cosine: cosine)
        case 1: self.init(sine: cosine, cosine: 0 - sine)
        case -1: self.init(sine: -cosine, cosine: sine)
        case 2, -2: self.init(sine: 0 - sine, cosine: -cosine)
        default: self.init(sine: .nan, cosine: .nan)
        }
    }

    @inline(__always)
    var normalized: Angle {
        let length = (sine * sine + cosine * cosine).squareRoot()
        return Angle(sine: sine / length, cosine: cosine / length)
    }

    /// -π...π.
    @inline(__always)
    var radians: Double { atan2(sine, cosine) }

    /// -180...180, exact at multiples of 90.
    var degrees: Double {
        // In the octant around zero the arc tangent is most exact; the other octants are subtracted from whole degrees.
        let (rise, run) = (abs(sine), abs(cosine))
        let acute = rise <= run ? atan2(rise, run) * (180 / .pi) : 90 - atan2(run, rise) * (180 / .pi)
        let upper = cosine.sign == .minus ? 180 - acute : acute
        return sine.sign == .minus ? -upper : upper
    }

    @inline(__always)
    var negated: Angle { Angle(sine: -sine, cosine: cosine) }

    /// 2 cos 2σ, of one that is normalized.
    @inline(__always)
    var twiceCosineOfDouble: Double { 2 * (cosine - sine) * (cosine + sine) }

    /// This angle and another, one after the other.
    @inline(__always)
    static func + (first: Angle, second: Angle) -> Angle {
        Angle(
            sine: first.sine * second.cosine + first.cosine * second.sine,
            cosine: first.cosine * second.cosine - first.sine * second.sine)
    }

    @inline(__always)
    static func - (first: Angle, second: Angle) -> Angle { first + second.negated }
}

/// `to` less `from` in degrees, -180...180, and what that was rounded by: together they are exact.
func longitudeDifference(from: Double, to: Double) -> (degrees: Double, rest: Double) {
    let whole = exactSum(to.remainder(dividingBy: 360), -from.remainder(dividingBy: 360))
    var turned = exactSum(whole.sum.remainder(dividingBy: 360), whole.rest)
    // Half a turn and more is the other way around.
    if abs(turned.sum) == 180, turned.rest != 0 {
        turned.sum = turned.rest > 0 ? -180 : 180
    } else if abs(turned.sum) == 180 {
        turned.sum = to >= from ? 180 : -180
    }
    return (turned.sum, turned.rest)
}

/// The sum of two numbers as a number and what it was rounded by (Knuth, The Art of Computer Programming, 4.2.2).
@inline(__always)
func exactSum(_ a: Double, _ b: Double) -> (sum: Double, rest: Double) {
    let sum = a + b
    let part = sum - a
    return (sum, (a - (sum - part)) + (b - part))
}
