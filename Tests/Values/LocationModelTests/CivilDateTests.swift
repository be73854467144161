import LocationModel
import Testing

@Suite struct CivilDateTests {
    @Test(arguments: [
        (2024, true), (2023, false), (2000, true), (1900, false), (2100, false), (2200, false), (2400, true), (4, true),
        (9996, true),
    ])
    func `Leap years`(year: Int, isLeap: Bool) {
        #expect((CivilDate(year: year, month: 2, day: 29) != nil) == isLeap)
        #expect(CivilDate.days(inMonth: 2, of: year) == (isLeap ? 29 : 28))
    }

    @Test func `Days follow each other without hole or repetition`() throws {
        var expected = try #require(CivilDate(year: 1895, month: 1, day: 1)).daysSince1970
        for year in 1895...2105 {
            for month in 1...12 {
                for day in 1...CivilDate.days(inMonth: month, of: year) {
                    let date = try #require(CivilDate(year: year, month: month, day: day))
                    #expect(date.daysSince1970 == expected)
                    #expect(date.midnight.day == date)
                    expected += 1
                }
            }
        }
    }

    @Test(arguments: [
        (0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 4, 31), (2026, 1, 0), (2026, .min, .max),
    ])
    func `There is no such day`(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test func `Reads and prints`() throws {
        let date = try #require(CivilDate("0007-03-09"))
        #expect(date.description == "0007-03-09")
        #expect(try #require(CivilDate("0006-12-31")) < date)
        for text in ["7-3-9", "2026-02-30", "2026-11-21 ", "", "2026-11-2x"] { #expect(CivilDate(text) == nil) }
    }
}
