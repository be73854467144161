package import LocationModel

/// A device in Home Assistant: its discovery, its position, and the values of its sensors (MQTT discovery, Home
/// Assistant 2024.3).
package struct HomeAssistantForm: Sendable {
    /// A topic and its retained payload.
    package struct Message: Sendable, Hashable {
        package var topic: String
        package var body: [UInt8]
    }

    /// A sensor: the member of the state that it shows.
    private struct Sensor {
        let key: StaticString
        let name: StaticString
        var unit: StaticString?
        var deviceClass: StaticString?
    }

    private static let sensors = [
        Sensor(key: "speed", name: "Speed", unit: "m/s", deviceClass: "speed"),
        Sensor(key: "altitude", name: "Altitude", unit: "m", deviceClass: "distance"),
        Sensor(key: "fix", name: "Fix"), Sensor(key: "satellites", name: "Satellites"),
        Sensor(key: "battery", name: "Battery", unit: "%", deviceClass: "battery"),
        Sensor(key: "receiver", name: "Receiver"),
    ]

    private let device: String
    private let prefix: String
    private let version: String
    /// The unique identifier of the entities: letters, digits and underscores.
    private let identifier: String

    /// The form of a device; `prefix` of the discovery topics.
    package init(device: String, prefix: String, version: String) {
        self.device = device
        self.prefix = prefix
        self.version = version
        identifier = "locd_" + String(device.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private var base: String { "locd/\(identifier)" }

    /// Says whether the device is connected: `online` or `offline`.
    package var availabilityTopic: String { base + "/availability" }

    /// The discovery messages of the device and its sensors.
    package var discovery: [Message] {
        var line = JSONLine()
        line.begin()
        line.member("unique_id", identifier)
        line.member("json_attributes_topic", base + "/attributes")
        line.member("source_type", "gps")
        finish(&line)
        // Without a name of its own it has the device's: with one Home Assistant calls it by both,
        // `device_tracker.van_van`.
        let body = Array(#"{"name":null,"#.utf8) + line.bytes.dropFirst().dropLast()
        var messages = [Message(topic: "\(prefix)/device_tracker/\(identifier)/config", body: body)]
        for sensor in Self.sensors {
            line.removeAll()
            line.begin()
            line.member("name", sensor.name)
            line.member("unique_id", "\(identifier)_\(sensor.key)")
            line.member("state_topic", base + "/state")
            line.member("value_template", "{{ value_json.\(sensor.key) | default(None) }}")
            if let unit = sensor.unit { line.member("unit_of_measurement", unit) }
            if let deviceClass = sensor.deviceClass { line.member("device_class", deviceClass) }
            finish(&line)
            messages.append(
                Message(topic: "\(prefix)/sensor/\(identifier)/\(sensor.key)/config", body: Array(line.object)))
        }
        return messages
    }

    private func finish(_ line: inout JSONLine) {
        line.member("availability_topic", availabilityTopic)
        line.object("device") { line in
            line.strings("identifiers", [identifier])
            line.member("name", device)
            line.member("manufacturer", "locd")
            line.member("sw_version", version)
        }
        line.end()
    }

    /// The place of the device. `isTimed`: whether it is known when it was there.
    package func place(_ location: Location?, isTimed: Bool = true) -> Message {
        var line = JSONLine()
        line.begin()
        if let location {
            line.place(location.coordinate)
            line.member("gps_accuracy", location.horizontalAccuracy.map { max(Int(rounding: $0, .up), 1) })
            line.member("altitude", location.altitude, decimals: 1)
            line.member("vertical_accuracy", location.verticalAccuracy, decimals: 1)
            line.angle("course", location.course)
            line.member("speed", location.speed, decimals: 2)
            line.member("integrity", (location.integrity ?? .trusted).rawValue)
            if isTimed { line.member("timestamp", location.timestamp) }
        }
        line.end()
        return Message(topic: base + "/attributes", body: Array(line.object))
    }

    /// The values of the sensors; what is unknown now is absent. `live`: the location, if it is not older than a
    /// minute; `battery` in percent; `receiver` as `locd status` has it.
    package func state(live: Location?, battery: Int?, receiver: ReceiverReport?) -> Message {
        var line = JSONLine()
        line.begin()
        line.member("speed", live?.speed, decimals: 2)
        line.member("altitude", live?.altitude, decimals: 1)
        // A location is the older news.
        line.member(ifKnown: "fix", receiver.map { $0.fix?.rawValue } ?? live?.fix?.rawValue)
        line.member("satellites", receiver.map { $0.fix == nil ? nil : $0.satellitesUsed } ?? live?.satellitesUsed)
        line.member("battery", battery)
        line.member(ifKnown: "receiver", receiver?.state)
        line.end()
        return Message(topic: base + "/state", body: Array(line.object))
    }
}
