import Glibc

/// Where nearly antipodal geodesics meet, scaled: the envelope of the lines that leave one point is the astroid
/// |x|^(2/3) + |y|^(2/3) = 1 (paper, section 5).
enum Astroid {
    /// The positive root of μ⁴ + 2 μ³ + (1 - x² - y²) μ² - 2 y² μ - y² = 0 (55); 0 inside of the astroid with y = 0.
    static func root(x: Double, y: Double) -> Double {
        let (p, q) = (x * x, y * y)
        let r = (p + q - 1) / 6
        guard q > 0 || r > 0 else { return 0 }
        // The resolvent cubic, solved so that nothing cancels.
        let (s, cube) = (p * q / 4, r * r * r)
        let discriminant = s * (s + 2 * cube)
        var u = r
        if discriminant >= 0 {
            let sum = s + cube
            let t = cbrt(sum + (sum < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
            u += t + (t == 0 ? 0 : r * r / t)
        } else {
            u += 2 * r * cos(atan2((-discriminant).squareRoot(), -(s + cube)) / 3)
        }
        let v = (u * u + q).squareRoot()
        let sum = u < 0 ? q / (v - u) : u + v
        let w = (sum - q) / (2 * v)
        return sum / ((sum + w * w).squareRoot() + w)
    }
}
