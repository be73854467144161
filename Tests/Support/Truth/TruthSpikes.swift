import Glibc
package import LocationModel

extension [Fix] {
    /// Excursions of the position: so many, evenly spread, of 40 m to 2 km and 1 to 20 s, with the radius of all
    /// others.
    package func withSpikes(_ count: Int, seed: UInt64) -> [Fix] {
        var random = TruthRandom(seed: seed)
        var fixes = self
        guard count > 0, let start = first?.timestamp, let end = last?.timestamp else { return fixes }
        let spacing = end.seconds(since: start) / Double(count + 1)
        for index in 1...count {
            let from = start.advanced(bySeconds: spacing * Double(index))
            let until = from.advanced(bySeconds: 1 + 19 * random.uniform())
            let size = 40 * pow(50, random.uniform())
            let bearing = 360 * random.uniform()
            for index in fixes.indices {
                guard let time = fixes[index].timestamp, time >= from, time < until else { continue }
                fixes[index].coordinate = fixes[index].coordinate?.moved(by: size, bearing: bearing)
            }
        }
        return fixes
    }
}
