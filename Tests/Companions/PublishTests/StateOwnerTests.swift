import Glibc
import Testing

@testable import Publish

/// Who sends, so that the unit can go on with the cursors.
@Suite struct StateOwnerTests {
    @Test(
        arguments: [(0, 990, 990), (0, 0, nil), (0, nil, nil), (1000, 990, nil), (990, 990, nil)]
            as [(uid_t, uid_t?, uid_t?)])
    func rootBecomesTheOwnerOfTheCursors_NobodyElseBecomesAnybody(user: uid_t, owner: uid_t?, expected: uid_t?) {
        #expect(StateOwner.successor(of: user, owner: owner) == expected)
    }
}
