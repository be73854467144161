import LocationModel
import LocdProtocol
import LocdTestSupport
import Testing

@Suite struct ReportedLocationTests {
    @Test(arguments: [(0.0004, 0.001), (0.0126, 0.013), (0.9994, 0.999), (1.26, 1.3), (140.04, 140)])
    func anAccuracyIsRoundedAndNeverToNothing(accuracy: Double, delivered: Double) throws {
        #expect(try read(.sample(0, accuracy: accuracy)).horizontalAccuracy == delivered)
    }

    @Test func roundingLeavesNoFigureOutOfItsRange() throws {
        var location = Location.sample(0)
        (location.course, location.courseAccuracy) = (359.97, 0.04)
        (location.speedAccuracy, location.hdop) = (0.001, 0.01)
        let read = try read(location)
        #expect(read.course == 0 && read.courseAccuracy == 0.1 && read.speedAccuracy == 0.01 && read.hdop == 0.1)
    }

    private func read(_ location: Location) throws -> Location {
        let bytes = try VarlinkReply.encode(LocationInterface.Location.Reply(location: ReportedLocation(location)))
        guard case .reply(let reply, _) = VarlinkAnswer<LocationInterface.Location.Reply>(message: bytes.dropLast())
        else { throw VarlinkError.locationUnknown }
        return reply.location.location
    }
}
