import LocationModel
import LocdProtocol
import LocdTestSupport
import Testing

/// What one end writes, the other reads: each method's parameters through a call, each reply through an answer.
@Suite struct RoundTripTests {
    private func comesThrough<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, more: Bool = false,
        location: SourceLocation = #_sourceLocation
    ) throws where Method.Parameters: Equatable {
        let bytes = try VarlinkCall.encode(method, parameters)
        let call = try VarlinkCall(message: Array(bytes.dropLast()))
        #expect(call.method == Method.name && call.more == more, sourceLocation: location)
        #expect(try call.parameters(as: Method.Parameters.self) == parameters, sourceLocation: location)
        // A misspelt member of a stranger's call is named, not left out.
        let members = #"{"method":"\#(Method.name)","parameters":{"unheardOf":1}}"#
        let misspelt = try VarlinkCall(message: Array(members.utf8))
        #expect(throws: VarlinkError.invalidParameter("unheardOf"), sourceLocation: location) {
            try misspelt.parameters(as: Method.Parameters.self)
        }
    }

    private func comesBack<Reply: Codable & Sendable & Equatable>(
        _ reply: Reply, continues: Bool = false, location: SourceLocation = #_sourceLocation
    ) throws {
        let bytes = try VarlinkReply.encode(reply, continues: continues)
        guard case .reply(let read, let more) = VarlinkAnswer<Reply>(message: Array(bytes.dropLast())) else {
            Issue.record("\(reply) is not read as a reply", sourceLocation: location)
            return
        }
        #expect(read == reply && more == continues, sourceLocation: location)
    }

    private static let region = ReportedRegion(
        Region(identifier: "home", shape: .circle(center: .sample, radius: 100)))

    @Test func callsAboutASessionComeThrough() throws {
        var settings = SessionSettings()
        settings.distanceFilter = 12.5
        settings.activityType = .airborne
        try comesThrough(LocationInterface.Configure.self, .init(session: "s1", settings: settings))
        try comesThrough(LocationInterface.Start.self, .init(session: "s1", services: SessionService.allCases))
        try comesThrough(LocationInterface.Stop.self, .init(session: "s1", services: []))
        try comesThrough(LocationInterface.RequestLocation.self, .init(session: "s1", timeout: 2.5))
        try comesThrough(LocationInterface.RequestLocation.self, .init(session: "s1"))
        try comesThrough(
            LocationInterface.AllowDeferredLocationUpdates.self, .init(session: "s1", distance: 500, timeout: 60))
        try comesThrough(LocationInterface.DisallowDeferredLocationUpdates.self, .init(session: "s1"))
        try comesThrough(LocationInterface.EnterBackground.self, .init(session: "s1"))
        try comesThrough(LocationInterface.EnterForeground.self, .init(session: "s1"))
    }

    @Test func callsThatOpenAStreamComeThrough() throws {
        var settings = SessionSettings()
        settings.headingFilter = 5
        try comesThrough(
            LocationInterface.Location.self, .init(label: "map", desiredAccuracy: "hundredMeters", timeout: 1))
        try comesThrough(LocationInterface.Heading.self, .init(label: "map", headingFilter: 0), more: true)
        try comesThrough(LocationInterface.Visits.self, .init(label: "diary"), more: true)
        try comesThrough(
            LocationInterface.Events.self,
            .init(label: "all", services: [.updatingLocation, .updatingHeading], settings: settings), more: true)
        try comesThrough(LocationInterface.Events.self, .init(), more: true)
    }

    @Test func callsAboutAClientComeThrough() throws {
        try comesThrough(LocationInterface.Regions.self, .init(label: "map"))
        try comesThrough(LocationInterface.AddRegion.self, .init(label: "map", region: Self.region))
        try comesThrough(
            LocationInterface.AddRegion.self,
            .init(region: Self.region, until: Timestamp.sample(3600).description, isShared: true))
        try comesThrough(LocationInterface.RemoveRegion.self, .init(identifier: "home"))
        try comesThrough(LocationInterface.RegionState.self, .init(label: "map", identifier: "home"))
        try comesThrough(LocationInterface.Authorization.self, .init())
        try comesThrough(LocationInterface.Clients.self, .init())
        try comesThrough(LocationInterface.Uses.self, .init())
        try comesThrough(ServiceInterface.GetInfo.self, .init())
        try comesThrough(ServiceInterface.GetInterfaceDescription.self, .init(interface: "org.locd.Location"))
    }

    @Test func repliesComeBack() throws {
        try comesBack(
            LocationInterface.Regions.Reply(regions: [MonitoredRegion(region: Self.region, state: .inside)]))
        var ending = MonitoredRegion(region: Self.region, state: .outside, isAdministered: true)
        ending.until = "2026-11-22T12:00:00.000Z"
        try comesBack(LocationInterface.Regions.Reply(regions: [ending]))
        try comesBack(LocationInterface.RegionState.Reply(state: .unknown))
        for status in AuthorizationStatus.allCases {
            try comesBack(
                LocationInterface.Authorization.Reply(
                    authorizationStatus: status, accuracyAuthorization: .fullAccuracy,
                    locationServicesEnabled: status != .denied, headingAvailable: false, isRangingAvailable: true,
                    stepCountingAvailable: false))
        }
        var client = ReportedClient(user: 1000, unit: "map.service", label: "map")
        client.method = .Events
        client.services = [.monitoringVisits]
        client.missed = 7
        try comesBack(
            LocationInterface.Clients.Reply(clients: [client, ReportedClient(user: 0, unit: nil, label: nil)]))
        var use = ReportedUse(user: 1000, unit: "map.service", label: "map", isActive: false)
        use.isActive = true
        use.lastUseAge = 1.5
        try comesBack(LocationInterface.Uses.Reply(uses: [use, ReportedUse(user: 0, isActive: false)]))
        try comesBack(
            LocationInterface.Tracks.Reply(
                directory: "/var/lib/locd/tracks",
                files: [
                    ReportedTrackFile(
                        name: "2026-11-21.jsonl.gz", day: "2026-11-21", bytes: 1 << 40, isCompressed: true)
                ]))
        try comesThrough(
            LocationInterface.MotionHistory.self,
            .init(
                label: "steps", from: Timestamp.sample(0).description, to: Timestamp.sample(3600).description))
        let walk = MotionActivity(timestamp: .sample(9), kind: .walking, confidence: .medium)
        #expect(ReportedActivity(walk).motionActivity == walk)
        try comesBack(
            LocationInterface.MotionHistory.Reply(
                isRecording: true, activities: [ReportedActivity(walk)], distance: 812.25, activeTime: 600.5,
                steps: StepTotal()))
        try comesThrough(
            LocationInterface.ReportAdvertisements.self,
            .init(advertisements: [ReportedAdvertisement([0x02, 0x01, 0xFF], rssi: -61)]))
        try comesBack(LocationInterface.ReportAdvertisements.Reply(beacons: 1))
        var steps = StepCount(from: .sample(0), to: .sample(60), numberOfSteps: 110, source: .reported)
        (steps.distance, steps.floorsAscended, steps.floorsDescended) = (81.5, 1, 0)
        try comesThrough(LocationInterface.ReportSteps.self, StepsParameters(steps))
        var total = StepTotal()
        total.add(steps)
        try comesBack(LocationInterface.MotionHistory.Reply(isRecording: true, steps: total))
        try comesBack(LocationInterface.Reload.Reply(changes: ["log.level: info → debug"]))
        try comesBack(
            ServiceInterface.GetInfo.Reply(
                vendor: "v", product: "p", version: "1", url: "", interfaces: [ServiceInterface.name]))
        try comesBack(ServiceInterface.GetInterfaceDescription.Reply(description: ServiceInterface.description))
        try comesBack(EmptyReply(), continues: true)
    }

    @Test func visitsAndHeadingsAreReadAsSent() throws {
        for event in ReportedEventTests.all {
            var line = JSONLine()
            line.append(event)
            switch event {
            case .visit(let visit): #expect(try decoded(ReportedVisit.self, line.bytes).visit == visit)
            case .heading(let heading): #expect(try decoded(ReportedHeading.self, line.bytes).heading == heading)
            default: break
            }
        }
        let nowhere = #"{"timestamp":"2026-11-21T06:00:00.000Z","latitude":91,"longitude":0}"#
        #expect(throws: DecodingError.self) { try decoded(ReportedVisit.self, nowhere.utf8) }
        let never = #"{"timestamp":"yesterday","latitude":1,"longitude":0}"#
        #expect(throws: DecodingError.self) { try decoded(ReportedVisit.self, never.utf8) }
    }

    @Test(arguments: [
        "", "5", "{", #"{"parameters":5}"#, #"{"parameters":null}"#, #"{"parameters":{"state":"sideways"}}"#,
        #"{"parameters":{}}"#, "[]", #"{"error":7}"#, String(repeating: "[", count: 100), "\u{0}",
    ])
    func invalidAnswersAreUnreadable_AndTheErrorSaysWhy(text: String) {
        let answer = VarlinkAnswer<LocationInterface.RegionState.Reply>(message: Array(text.utf8))
        guard case .unreadable(let sentence) = answer else {
            Issue.record("\(text) was read: \(answer)")
            return
        }
        #expect(sentence.hasSuffix("."))
    }
}
