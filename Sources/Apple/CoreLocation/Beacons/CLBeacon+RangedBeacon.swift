import LocationModel

extension UUID {
    init(_ uuid: BeaconUUID) {
        let bytes = uuid.bytes
        self.init(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}

extension BeaconUUID {
    init(_ uuid: UUID) {
        let halves = withUnsafeBytes(of: uuid.uuid) { bytes in
            (bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
        }
        self.init(high: halves.0, low: halves.1)
    }
}

extension BeaconConstraint {
    /// The same beacons in the daemon's form.
    init(_ constraint: CLBeaconIdentityConstraint) {
        self.init(uuid: constraint.uuid, major: constraint.major, minor: constraint.minor)
    }

    init(_ condition: CLMonitor.BeaconIdentityCondition) {
        self.init(uuid: condition.uuid, major: condition.major, minor: condition.minor)
    }

    private init(uuid: UUID, major: CLBeaconMajorValue?, minor: CLBeaconMinorValue?) {
        if let major {
            self.init(uuid: BeaconUUID(uuid), major: major, minor: minor)
        } else {
            self.init(uuid: BeaconUUID(uuid))
        }
    }
}

extension CLBeaconIdentityConstraint {
    convenience init(_ constraint: BeaconConstraint) {
        let uuid = UUID(constraint.uuid)
        switch (constraint.major, constraint.minor) {
        case (let major?, let minor?): self.init(uuid: uuid, major: major, minor: minor)
        case (let major?, nil): self.init(uuid: uuid, major: major)
        case (nil, _): self.init(uuid: uuid)
        }
    }
}

extension CLMonitor.BeaconIdentityCondition {
    init(_ identity: BeaconIdentity) {
        self.init(uuid: UUID(identity.uuid), major: identity.major, minor: identity.minor)
    }
}

extension CLProximity {
    init(_ proximity: BeaconProximity) {
        self =
            switch proximity {
            case .unknown: .unknown
            case .immediate: .immediate
            case .near: .near
            case .far: .far
            }
    }
}
