import LocationModel
import LocationServices
import LocdProtocol
import LocdServer
import Sensors
import Sharing

/// A part of the daemon that the configuration can leave out: a service, and what a status says of it.
protocol Feature: Service {
    /// What does not work now, as sentences for everybody.
    var problems: [String] { get async }

    /// Adds what this part knows to a status, but for its problems.
    func report(in reply: inout StatusReply) async
}

extension SharingService: Feature {
    func report(in reply: inout StatusReply) { reply.clients += connections }
}

extension GeoClueService: Feature {
    func report(in reply: inout StatusReply) { reply.clients += connections }
}

extension AnnouncementService: Feature {
    func report(in reply: inout StatusReply) {}
}

extension StepCenter: Feature {
    func report(in reply: inout StatusReply) async { reply.steps = status }
}

/// The compass, whose headings the hub takes.
struct CompassFeature: Feature {
    let compass: CompassService
    let hub: LocationHub

    var problems: [String] { compass.problems }

    func run() async {
        let magnetometer = Magnetometer()
        await compass.run(available: { hub.headingSources.compassChanged(to: $0) }) {
            var heading = Heading(timestamp: .now, magneticHeading: $0)
            heading.field = magnetometer.field
            await hub.receive(compass: heading)
        }
    }

    func report(in reply: inout StatusReply) {
        let status = compass.status
        let state: CompassStatus.State = !status.isAvailable ? .absent : status.isWanted ? .active : .idle
        reply.compass = CompassStatus(state: state, magneticHeading: state == .active ? status.heading : nil)
    }
}

/// Beacons, whose reports the hub takes.
struct BeaconFeature: Feature {
    let beacons: BeaconService
    let hub: LocationHub
    let sessions: Sessions
    let clock: MonotonicClock

    var problems: [String] { get async { await beacons.status.problems } }

    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await SessionUnlocks.run(clock: clock) { await sessions.displayTurnedOn(for: $0) } }
            await beacons.run { await hub.receive($0, time: $1) }
            group.cancelAll()
        }
    }

    func report(in reply: inout StatusReply) async {
        let status = await beacons.status
        reply.beacons = BeaconStatus(state: status.isListening ? status.isWanted ? .active : .idle : .absent)
    }
}
