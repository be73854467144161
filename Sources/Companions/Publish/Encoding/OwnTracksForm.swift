package import LocationModel

/// Records as OwnTracks' JSON: locations, transitions, waypoints, status (owntracks.org/booklet/tech/json).
package struct OwnTracksForm: Sendable {
    /// What is sent, and below which topic.
    package struct Message: Sendable, Hashable {
        /// Nothing, `/event`, `/waypoints` or `/status`.
        package var suffix: String
        /// JSON.
        package var body: [UInt8]
    }

    /// Why a location is sent.
    package enum Trigger: String, Sendable {
        /// By itself.
        case periodic = "t"
        /// Somebody asked for it with `reportLocation`.
        case requested = "r"
    }

    private let identity: DeviceIdentity
    private let topic: String

    /// The form for a device. `topic`: the base topic, which messages over HTTP carry as well.
    package init(_ identity: DeviceIdentity, topic: String? = nil) {
        self.identity = identity
        self.topic = topic ?? "owntracks/\(identity.user)/\(identity.device)"
    }

    package var baseTopic: String { topic }

    /// The message of a record, made at a time of day; `nil` for what OwnTracks has no words for. `condition`: that of
    /// the device, if the record is a location of the present.
    package func message(
        _ record: PublishedRecord, trigger: Trigger = .periodic, isBacklog: Bool = false,
        condition: DeviceCondition? = nil, at now: Timestamp
    ) -> Message? {
        var line = JSONLine()
        line.begin()
        switch record.event {
        case .location(let location):
            write(location, trigger: trigger, to: &line)
            if let condition { write(condition, to: &line) }
        case .region(let region):
            guard write(region, at: record.lastPlace, to: &line) else { return nil }
        default: return nil
        }
        line.member("_id", record.identifierText)
        line.member("created_at", Int(now.milliseconds / 1000))
        if isBacklog { line.member("backlog", true) }
        line.end()
        let suffix = record.isLocation ? "" : "/event"
        return Message(suffix: suffix, body: Array(line.object))
    }

    private func write(_ location: Location, trigger: Trigger, to line: inout JSONLine) {
        line.member("_type", "location")
        line.member("topic", topic)
        line.member("tid", identity.trackerID)
        line.member("lat", location.coordinate.latitude, decimals: 7)
        line.member("lon", location.coordinate.longitude, decimals: 7)
        line.member("tst", location.timestamp.wholeSeconds)
        line.member("t", trigger.rawValue)
        // Whole metres; 0 means unknown to some servers.
        line.member("acc", location.horizontalAccuracy.map { max(Int(rounding: $0, .up), 1) })
        line.member("alt", location.altitude.map { Int(rounding: $0) })
        line.member("vac", location.verticalAccuracy.map { Int(rounding: $0) })
        line.member("vel", location.speed.map { Int(rounding: $0 * 3.6) })
        line.member("cog", location.course.map { Int(rounding: $0) % 360 })
        if let integrity = location.integrity { line.member("integrity", integrity.rawValue) }
    }

    private func write(_ condition: DeviceCondition, to line: inout JSONLine) {
        line.member("batt", condition.battery)
        line.member("bs", condition.supply?.rawValue)
        guard let regions = condition.regions else { return }
        line.strings("inregions", regions.map { $0.name ?? $0.identifier })
        line.strings("inrids", regions.map(\.identifier))
    }

    private func write(_ region: RegionEvent, at place: Coordinate?, to line: inout JSONLine) -> Bool {
        guard region.cause == .crossed, region.state != .unknown else { return false }
        line.member("_type", "transition")
        line.member("topic", topic + "/event")
        line.member("tid", identity.trackerID)
        line.member("lat", place?.latitude, decimals: 7)
        line.member("lon", place?.longitude, decimals: 7)
        line.member("tst", region.timestamp.wholeSeconds)
        line.member("wtst", Self.waypointTime(of: region.identifier))
        line.member("event", region.state == .inside ? "enter" : "leave")
        line.member("desc", region.identifier)
        line.member("rid", region.identifier)
        line.member("t", "c")
        return true
    }

    /// Regions as waypoints. OwnTracks' waypoints are circles; a region of another shape is left out, and so is a
    /// private one.
    package func waypoints(_ regions: [Region]) -> Message {
        let circles = regions.compactMap { region in
            if region.privacy == nil, case .circle(let center, let radius) = region.shape {
                (region: region, center: center, radius: radius)
            } else {
                nil
            }
        }
        var line = JSONLine()
        line.begin()
        line.member("_type", "waypoints")
        line.member("topic", topic + "/waypoints")
        line.objects("waypoints", circles) { line, circle in
            line.member("_type", "waypoint")
            line.member("desc", circle.region.name ?? circle.region.identifier)
            line.member("rid", circle.region.identifier)
            line.member("lat", circle.center.latitude, decimals: 7)
            line.member("lon", circle.center.longitude, decimals: 7)
            line.member("rad", Int(rounding: circle.radius))
            line.member("tst", Self.waypointTime(of: circle.region.identifier))
        }
        line.end()
        return Message(suffix: "/waypoints", body: Array(line.object))
    }

    /// How this end does.
    package func status(version: String, at now: Timestamp) -> Message {
        var line = JSONLine()
        line.begin()
        line.member("_type", "status")
        line.member("topic", topic + "/status")
        line.member("_id", StableHash("\(identity.device) \(now)").value.hexadecimal)
        line.object("linux") { line in line.member("locd", version) }
        line.end()
        return Message(suffix: "/status", body: Array(line.object))
    }

    /// The last will: that the connection was lost.
    package func will(at now: Timestamp) -> [UInt8] {
        var line = JSONLine()
        line.begin()
        line.member("_type", "lwt")
        line.member("tst", now.wholeSeconds)
        line.end()
        return Array(line.object)
    }

    /// OwnTracks tells waypoints apart by the second in which they were made. Regions have no such time: this is one
    /// that is always the same for an identifier, in the years 2001 to 2017.
    static func waypointTime(of identifier: String) -> Int {
        1_000_000_000 + Int(StableHash(identifier).value % 500_000_000)
    }
}

extension Timestamp {
    /// Seconds since 1970, the part of a second cut off.
    var wholeSeconds: Int { Int((milliseconds - (milliseconds % 1000 + 1000) % 1000) / 1000) }
}
