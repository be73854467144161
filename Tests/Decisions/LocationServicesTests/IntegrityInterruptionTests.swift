import LocationModel
import LocdTestSupport
import Testing
import Truth

@testable import LocationServices

/// Holes, other receivers, and clocks that are put right are no attacks, and hide none.
@Suite struct IntegrityInterruptionTests {
    private static let standing = IntegrityTests.fixes(TruthPath().standing(1800))

    // MARK: - Holes of the position

    /// A drag in a spoofed time: when that ends, the way since the drag is unknown.
    @Test func aVerdictEnds_whenTheTimeGoesBack() throws {
        let sailing = IntegrityTests.fixes(TruthPath().moving(.straight(), at: 5, for: 1800))
        let changes = IntegrityTests.changes(sailing) { second, fix in
            guard (300..<800).contains(second) else { return }
            fix.timestamp = fix.timestamp?.advanced(bySeconds: 3 * 86_400)
            fix.coordinate = fix.coordinate?.moved(by: 5 * max(second - 600, 0), bearing: 100)
        }
        #expect(changes.contains { $0.change.reasons.contains(.positionAgainstSpeed) })
        #expect(try #require(changes.last).change.state == .trusted, "\(changes)")
    }
}
