public import LocationModel

/// Core Location's heading service as a pure state machine. It adds the missing north, magnetic or true, from the
/// declination at the position, judges whether the measured field is the Earth's, and delivers a heading when it has
/// turned far enough.
public struct HeadingUpdates: Sendable {
    /// Minimum change in degrees from the last delivered heading; `nil` delivers all. Core Location's default is 1.
    public var headingFilter: Double?

    /// The share by which the strength of a measured field may differ from the model's. What lies in the ground makes
    /// some percent, a magnetometer beside iron or without calibration more than this.
    static let tolerance = 0.25

    private var position: Location?
    /// The time of the last location that came, for a heading without one.
    private var time: Timestamp?
    private var waiting: Heading?
    private var last: Heading?

    /// A service that has delivered nothing yet, near a place known from earlier.
    public init(headingFilter: Double? = 1, near place: Location? = nil) {
        self.headingFilter = headingFilter
        position = place
    }

    /// Takes a location: the declination is that of its place, and a heading without a time gets its time. Returns the
    /// heading that waited for it, if it is to be delivered.
    public mutating func receive(_ location: Location) -> Heading? {
        (position, time) = (location, location.timestamp)
        guard let heading = waiting else { return nil }
        waiting = nil
        return receive(heading)
    }

    /// Takes a heading of the receiver. Returns the heading to deliver, if any. If no time is known, it waits for a
    /// location.
    public mutating func receive(_ raw: Heading) -> Heading? {
        guard raw.magneticHeading != nil || raw.trueHeading != nil else { return nil }
        guard let heading = completed(raw) else {
            waiting = raw
            return nil
        }
        if let last, last.isDisturbed == heading.isDisturbed, let filter = headingFilter,
            let turned = Self.turn(from: last, to: heading), turned < filter
        {
            return nil
        }
        last = heading
        return heading
    }

    /// Degrees from true north at a place; `nil` if they are not known or older, or the magnetic field is disturbed.
    static func trueHeading(of heading: Heading, at location: Location) -> Double? {
        if let time = heading.timestamp, abs(location.timestamp.seconds(since: time)) > 10 { return nil }
        var updates = HeadingUpdates(near: location)
        updates.time = location.timestamp
        return updates.completed(heading).flatMap { $0.isDisturbed ? nil : $0.trueHeading }
    }

    private func completed(_ raw: Heading) -> Heading? {
        guard let time = raw.timestamp ?? self.time else { return nil }
        var heading = raw
        heading.timestamp = time
        heading.magneticHeading = raw.magneticHeading.flatMap(Self.normalized)
        heading.trueHeading = raw.trueHeading.flatMap(Self.normalized)
        let isComplete = heading.magneticHeading != nil && heading.trueHeading != nil
        guard !isComplete || raw.field != nil, let position else { return heading }
        let field = MagneticModel.field(
            at: position.coordinate, altitude: position.ellipsoidalAltitude ?? position.altitude ?? 0, on: time)
        if let strength = raw.field?.strength {
            heading.isDisturbed = abs(strength * 1000 / field.intensity - 1) > Self.tolerance
        }
        guard !isComplete, !field.isBlackout else { return heading }
        if let magnetic = heading.magneticHeading {
            heading.trueHeading = Self.normalized(magnetic + field.declination)
        } else if let trueHeading = heading.trueHeading {
            heading.magneticHeading = Self.normalized(trueHeading - field.declination)
        }
        heading.usesOutdatedModel = !MagneticModel.validity.contains(time)
        return heading
    }

    /// Degrees between two headings, 0...180, from a north that both have; `nil` if they share no north.
    private static func turn(from old: Heading, to new: Heading) -> Double? {
        let pair =
            if let old = old.trueHeading, let new = new.trueHeading {
                (old, new)
            } else if let old = old.magneticHeading, let new = new.magneticHeading {
                (old, new)
            } else {
                nil as (Double, Double)?
            }
        guard let (old, new) = pair else { return nil }
        let difference = abs(new - old)
        return min(difference, 360 - difference)
    }

    private static func normalized(_ degrees: Double) -> Double? {
        guard degrees.isFinite else { return nil }
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? (rest + 360 == 360 ? 0 : rest + 360) : rest
    }
}
