import Glibc
public import LocationServices

/// Asks a gpsd once what it is and what it has, beside whoever else listens to it.
public enum GPSDInquiry {
    /// What a gpsd said of itself.
    public struct Answer: Sendable, Hashable {
        /// A device of gpsd.
        public struct Device: Sendable, Hashable {
            /// Its path: `/dev/ttyUSB0`.
            public var path: String
            /// gpsd's name of the driver; `nil` before it recognised what the device sends.
            public var driver: String?

            /// A device.
            public init(path: String, driver: String? = nil) {
                self.path = path
                self.driver = driver
            }
        }

        /// Its release, `3.22`; `nil` where nothing that answers is a gpsd.
        public var release: String?
        /// Its devices; `nil` where it did not say.
        public var devices: [Device]?
        /// The words of the system where there is no connection: "Connection refused".
        public var failure: String?

        /// An answer.
        public init(release: String? = nil, devices: [Device]? = nil, failure: String? = nil) {
            self.release = release
            self.devices = devices
            self.failure = failure
        }
    }

    /// Connects, and returns when release and devices are known, or after `limit`.
    public static func ask(
        _ address: GPSDAddress, within limit: Duration = .seconds(5), clock: MonotonicClock
    ) async -> Answer {
        let deadline = clock.now() + limit
        let (answers, sink) = AsyncStream.makeStream(of: Answer.self)
        do {
            // libgps blocks while it connects. A thread that hangs in that holds nothing, and ends by itself.
            _ = try DedicatedThread(named: "locd-inquiry") {
                sink.yield(talk(address, until: deadline, clock))
                sink.finish()
            }
        } catch {
            return Answer(failure: error.description)
        }
        return await withTaskGroup(of: Answer?.self) { group in
            group.addTask {
                for await answer in answers { return answer }
                return nil
            }
            group.addTask {
                // The thread itself keeps to the deadline but for the connecting.
                try? await clock.sleep(deadline + .milliseconds(500))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next().flatMap(\.self) ?? Answer(failure: String(cString: strerror(ETIMEDOUT)))
        }
    }

    private static func talk(_ address: GPSDAddress, until deadline: Duration, _ clock: MonotonicClock) -> Answer {
        var answer = Answer()
        do {
            var connection = try GPSDConnection(host: address.host, port: address.port)
            try connection.watch(device: address.device, sentences: false)
            while answer.release == nil || answer.devices == nil {
                let remaining = (deadline - clock.now()).seconds
                guard remaining > 0 else { break }
                var descriptor = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&descriptor, 1, Int32(min(remaining, 60) * 1000) + 1) > 0 else { continue }
                repeat {
                    switch try connection.read() {
                    case .version(let release) where !release.isEmpty: answer.release = release
                    case .devices(let devices, isList: true):
                        answer.devices = devices.map { Answer.Device(path: $0.path, driver: $0.driver) }
                    default: break
                    }
                } while connection.hasMore && clock.now() < deadline
            }
        } catch {
            if answer.release == nil { answer.failure = error.description }
        }
        return answer
    }
}
