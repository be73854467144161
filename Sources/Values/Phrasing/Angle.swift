/// An angle as a person writes it: `-36.8485`, `-36.8485°`, `36°50'55"S`, `S 36 50 55`, `36° 50.917′ S`.
public struct Angle: Sendable, Hashable {
    /// Which way an angle is counted.
    public enum Axis: Sendable, Hashable {
        /// North or south.
        case latitude
        /// East or west.
        case longitude
    }

    /// Degrees; positive north and east.
    public var degrees: Double
    /// What its letter said; `nil` without a letter.
    public var axis: Axis?

    /// Reads an angle; `nil` for anything else. Minutes and seconds are below 60, only the last figure has a fraction,
    /// and a letter takes the place of a sign. The range is not looked at.
    public init?(_ text: some StringProtocol) {
        var pieces = Self.pieces(of: text)
        guard pieces.count <= 10 else { return nil }
        var hemisphere: (axis: Axis, sign: Double)?
        if let letter = pieces.first.flatMap(Self.hemisphere) {
            hemisphere = letter
            pieces.removeFirst()
        } else if let letter = pieces.last.flatMap(Self.hemisphere) {
            hemisphere = letter
            pieces.removeLast()
        }
        var sign = hemisphere?.sign ?? 1
        if case .sign(let isNegative)? = pieces.first {
            guard hemisphere == nil else { return nil }
            sign = isNegative ? -1 : 1
            pieces.removeFirst()
        }
        guard let magnitude = Self.magnitude(pieces) else { return nil }
        degrees = sign * magnitude
        axis = hemisphere?.axis
    }

    private enum Piece {
        case sign(isNegative: Bool)
        case figure(Substring)
        /// Of degrees 0, of minutes 1, of seconds 2.
        case unit(Int)
        case hemisphere(axis: Axis, sign: Double)
    }

    private static func hemisphere(_ piece: Piece) -> (axis: Axis, sign: Double)? {
        guard case .hemisphere(let axis, let sign) = piece else { return nil }
        return (axis, sign)
    }

    /// Nothing at all where a character has no place in an angle.
    private static func pieces(of text: some StringProtocol) -> [Piece] {
        var pieces: [Piece] = []
        var rest = Substring(text)
        while let character = rest.first {
            let figure = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            if !figure.isEmpty {
                pieces.append(.figure(figure))
                rest = rest[figure.endIndex...]
                continue
            }
            rest.removeFirst()
            switch character {
            case " ", "\t", "\u{A0}", "\u{202F}": break
            case "+": pieces.append(.sign(isNegative: false))
            case _ where Figure.minusSigns.contains(character): pieces.append(.sign(isNegative: true))
            case "°", "º", "˚": pieces.append(.unit(0))
            case "'", "′", "’":
                // Two of them are a second's mark, too.
                if case .unit(1)? = pieces.last { pieces[pieces.count - 1] = .unit(2) } else { pieces.append(.unit(1)) }
            case "\"", "″", "”": pieces.append(.unit(2))
            case "N", "n": pieces.append(.hemisphere(axis: .latitude, sign: 1))
            case "S", "s": pieces.append(.hemisphere(axis: .latitude, sign: -1))
            case "E", "e": pieces.append(.hemisphere(axis: .longitude, sign: 1))
            case "W", "w": pieces.append(.hemisphere(axis: .longitude, sign: -1))
            default: return []
            }
        }
        return pieces
    }

    /// Degrees, minutes and seconds, in this order; each may leave out its mark if it is the next one.
    private static func magnitude(_ pieces: [Piece]) -> Double? {
        var total = 0.0
        var next = 0
        var hasFraction = false
        var index = 0
        while index < pieces.count {
            guard case .figure(let text) = pieces[index], let value = Figure.unsigned(text), next < 3, !hasFraction
            else {
                return nil
            }
            var unit = next
            index += 1
            if index < pieces.count, case .unit(let named) = pieces[index] {
                unit = named
                index += 1
            }
            guard unit >= next, next > 0 || unit == 0, unit == 0 || value < 60 else { return nil }
            total += value / [1, 60, 3600][unit]
            hasFraction = text.contains(".")
            next = unit + 1
        }
        return next > 0 && total.isFinite ? total : nil
    }
}
