internal import LocationModel

/// A request of a program in gpsd's protocol.
package enum GPSDRequest: Sendable, Hashable {
    /// The members of `?WATCH={…}`; absent is `nil`.
    package struct Watch: Sendable, Hashable {
        package var enable: Bool?
        package var json: Bool?
        package var nmea: Bool?
        /// 1 or 2; as in gpsd, `true` is 0.
        package var raw: Int?
        /// `path` in `?DEVICE={…}`.
        package var device: String?

        /// A watch that says nothing.
        package init() {}
    }

    /// `?VERSION;`
    case version
    /// `?DEVICES;`
    case devices
    /// `?DEVICE;`, or with the path of a device and settings, which are ignored.
    case device(String?)
    /// `?WATCH;` asks, `?WATCH={…};` sets.
    case watch(Watch?)
    /// `?POLL;`
    case poll
    /// Anything else, and what is wrong with it.
    case invalid(String)

    /// Reads one request, as ``GPSDRequestScanner`` found it: a name, and the object behind the equals sign.
    init(name: [UInt8], object: [UInt8]?) {
        switch String(decoding: name, as: UTF8.self) {
        case "VERSION": self = .version
        case "DEVICES": self = .devices
        case "DEVICE": self = .device(object.flatMap(Watch.init)?.device)
        case "POLL": self = .poll
        case "WATCH":
            guard let object else {
                self = .watch(nil)
                return
            }
            self = Watch(object).map { .watch($0) } ?? .invalid("Invalid WATCH: not a JSON object")
        default: self = .invalid("Unrecognized request '\(String(decoding: name.prefix(32), as: UTF8.self))'")
        }
    }
}

extension GPSDRequest.Watch {
    /// Reads a JSON object; `nil` if it is not one. Unknown members are skipped.
    init?(_ object: [UInt8]) {
        let watch = object.withUnsafeBufferPointer { bytes in
            withUnsafeTemporaryAllocation(of: JSONMember.self, capacity: JSONMembers.usualCount) { room -> Self? in
                var members = JSONMembers(bytes, in: room)
                guard members.scan() else { return nil }
                var watch = Self()
                // As in gpsd, what is not `true` is false, 1 included.
                func flag(_ name: StaticString) -> Bool? { members.flag(name) ?? (members.holds(name) ? false : nil) }
                watch.enable = flag("enable")
                watch.json = flag("json")
                watch.nmea = flag("nmea")
                watch.raw = members.whole("raw") ?? (members.holds("raw") ? 0 : nil)
                watch.device = members.text("device") ?? members.text("path")
                return watch
            }
        }
        guard let watch else { return nil }
        self = watch
    }
}
