package import LocationModel

/// How good a solution can be, by the way it came about. Figures are metres, 68 %.
package struct SolutionClass: Sendable, Hashable {
    /// An error in two parts that add as squares: one that the sky's geometry does not change, one for each unit of
    /// dilution.
    package struct Error: Sendable, Hashable {
        package let fixed: Double
        package let perDilution: Double

        package func at(_ dilution: Double) -> Double {
            (fixed * fixed + perDilution * perDilution * dilution * dilution).squareRoot()
        }
    }

    /// What a receiver's own figures leave out, because all that it sees shares it: the ionosphere, orbits, the
    /// reflections of a place, its own filter. They tell how well the ranges agree with each other.
    package let unseenHorizontal: Double
    /// The same of the altitude.
    package let unseenVertical: Double
    /// For a receiver that reports only its dilution.
    package let horizontal: Error
    /// The same of the altitude.
    package let vertical: Error

    /// From code, corrected or not. That a receiver was corrected (quality 2) makes it no better: a phone says so with
    /// an HDOP of 0.6 and is 3.6 m off.
    package static let code = SolutionClass(
        unseenHorizontal: 1.9, unseenVertical: 3.5, horizontal: Error(fixed: 3, perDilution: 3),
        vertical: Error(fixed: 4, perDilution: 3))
    /// From the carrier's phase, whole cycles not yet known.
    package static let float = SolutionClass(
        unseenHorizontal: 0.1, unseenVertical: 0.2, horizontal: Error(fixed: 0.1, perDilution: 0.1),
        vertical: Error(fixed: 0.2, perDilution: 0.1))
    /// From the carrier's phase, whole cycles known, in motion: twice what surveyors' receivers are specified with at
    /// rest.
    package static let fixed = SolutionClass(
        unseenHorizontal: 0.04, unseenVertical: 0.06, horizontal: Error(fixed: 0.04, perDilution: 0.04),
        vertical: Error(fixed: 0.06, perDilution: 0.06))

    /// Made by a simulator, whose figures leave out nothing.
    package static let simulated = SolutionClass(
        unseenHorizontal: 0, unseenVertical: 0, horizontal: code.horizontal, vertical: code.vertical)

    /// The class of a solution; `nil` where the position does not come from ranges: then a dilution says nothing, and
    /// what the receiver says itself stands as it is.
    package init?(_ solution: ErrorEstimates.Solution?) {
        switch solution {
        case nil, .autonomous, .differential, .precise: self = .code
        case .simulated: self = .simulated
        case .floatRealTimeKinematic: self = .float
        case .realTimeKinematic: self = .fixed
        case .estimated, .manual: return nil
        }
    }

    private init(unseenHorizontal: Double, unseenVertical: Double, horizontal: Error, vertical: Error) {
        self.unseenHorizontal = unseenHorizontal
        self.unseenVertical = unseenVertical
        self.horizontal = horizontal
        self.vertical = vertical
    }
}
