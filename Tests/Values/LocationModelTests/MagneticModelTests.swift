import Foundation
import LocationModel
import LocdTestSupport
import Testing

@Suite struct MagneticModelTests {
    private static let values = Checkout.data("reference/ahrs-WMM2025_TEST_VALUES.txt")

    /// The model's year, 365 days in every year that these values have.
    private static func moment(year: Double) -> Timestamp {
        MagneticModel.validity.lowerBound.advanced(bySeconds: (year - 2025) * 365.25 * 86_400)
    }

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: values),
            "the test values of ../shared/data/reference are not here"))
    func `Declination equals the published test values`() throws {
        var points = 0
        for line in try String(contentsOfFile: Self.values, encoding: .utf8).split(separator: "\n") {
            let fields = line.split(separator: " ").compactMap { Double($0) }
            guard !line.hasPrefix("#"), fields.count >= 11 else { continue }
            points += 1
            let field = MagneticModel.field(
                at: Coordinate(latitude: fields[2], longitude: fields[3] > 180 ? fields[3] - 360 : fields[3]),
                altitude: fields[1] * 1000, on: Self.moment(year: fields[0]))
            #expect(abs(field.declination - fields[10]) <= 0.01, "\(line)")
            #expect(abs(field.horizontalIntensity - fields[7]) <= 0.1, "\(line)")
        }
        #expect(points == 12)
    }

    /// The first of the published values: without the recordings too the model is known to be right.
    @Test func `Declination of 80 north is the published one`() {
        let field = MagneticModel.field(
            at: Coordinate(latitude: 80, longitude: 0), on: MagneticModel.validity.lowerBound)
        #expect(abs(field.declination - 1.28) <= 0.01)
        #expect(abs(field.horizontalIntensity - 6523.2) <= 0.1)
    }

    @Test(arguments: [90.0, -90.0]) func `The poles have a field too`(latitude: Double) {
        let field = MagneticModel.field(
            at: Coordinate(latitude: latitude, longitude: 0), on: MagneticModel.validity.lowerBound)
        #expect(field.declination.isFinite && field.horizontalIntensity.isFinite)
    }

    @Test func `Near the magnetic pole a compass is of no use`() {
        let pole = MagneticModel.field(
            at: Coordinate(latitude: 85.8, longitude: 139), on: MagneticModel.validity.lowerBound)
        #expect(pole.isBlackout)
        let zurich = MagneticModel.field(at: Coordinate(latitude: 47, longitude: 8), on: .latest)
        #expect(!zurich.isBlackout && zurich.declination.isFinite)
    }
}
