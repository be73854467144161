/// Up to four satellites, in place.
public struct SatellitesInView: Sendable, Hashable, Sequence {
    private var first: SatelliteInView?
    private var second: SatelliteInView?
    private var third: SatelliteInView?
    private var fourth: SatelliteInView?
    /// How many there are.
    public private(set) var count = 0

    /// None.
    init() {}

    /// Adds one; a fifth is dropped: no GSV has it.
    mutating func append(_ satellite: SatelliteInView) {
        switch count {
        case 0: first = satellite
        case 1: second = satellite
        case 2: third = satellite
        case 3: fourth = satellite
        default: return
        }
        count += 1
    }

    /// The satellites in the order of the sentence.
    public struct Iterator: IteratorProtocol {
        let satellites: SatellitesInView
        var index = 0

        /// The next satellite.
        public mutating func next() -> SatelliteInView? {
            defer { index += 1 }
            return switch index {
            case 0: satellites.first
            case 1: satellites.second
            case 2: satellites.third
            case 3: satellites.fourth
            default: nil
            }
        }
    }

    /// Iterates in the order of the sentence.
    public func makeIterator() -> Iterator { Iterator(satellites: self) }
}
