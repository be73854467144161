import Glibc
package import LocationModel
package import LocationServices
import SystemSupport

/// Asks a gpsd once for its release and its devices, without affecting its other clients.
public enum GPSDInquiry {
    /// Connects, and returns when release and devices are known, or after `limit`.
    package static func ask(
        _ address: GPSDAddress, within limit: Duration = .seconds(5), clock: MonotonicClock
    ) async -> GPSDAnswer {
        let deadline = clock.now() + limit
        let (answers, sink) = AsyncStream.makeStream(of: GPSDAnswer.self)
        do throws(SystemCallError) {
            // libgps blocks while it connects. A thread that hangs there holds no resources, and ends on its own.
            try SystemThread.start(named: "locd-inquiry") {
                sink.yield(talk(address, until: deadline, clock))
                sink.finish()
            }
        } catch {
            return GPSDAnswer(failure: ThreadError(error).description)
        }
        // The thread itself keeps the deadline, except while it connects.
        let answer = await clock.result(within: limit + .milliseconds(500)) {
            for await answer in answers { return answer }
            return nil as GPSDAnswer?
        }
        return answer ?? GPSDAnswer(failure: SystemCallError.message(of: ETIMEDOUT))
    }

    private static func talk(_ address: GPSDAddress, until deadline: Duration, _ clock: MonotonicClock) -> GPSDAnswer {
        var answer = GPSDAnswer()
        var isMute = true
        do {
            var connection = try GPSDConnection(host: address.host, port: address.port)
            // All devices: to a watch of one that it does not have a gpsd answers with an error, and without a list.
            try connection.watch(device: nil, sentences: false)
            while answer.release == nil || answer.devices == nil {
                let remaining = (deadline - clock.now()).seconds
                guard remaining > 0 else { break }
                var descriptor = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&descriptor, 1, Int32(rounding: min(remaining, 60) * 1000, .towardZero) + 1) > 0 else {
                    continue
                }
                isMute = false
                repeat {
                    switch try connection.read() {
                    case .version(let release) where !release.isEmpty: answer.release = release
                    case .devices(let devices, isList: true):
                        answer.devices = devices.map { GPSDAnswer.Device(path: $0.path, driver: $0.driver) }
                    default: break
                    }
                } while connection.hasMore && clock.now() < deadline
            }
        } catch {
            if answer.release == nil { answer.failure = error.description }
        }
        // A gpsd that hangs is connected to by the kernel, and says nothing.
        if isMute, answer.failure == nil { answer.failure = SystemCallError.message(of: ETIMEDOUT) }
        return answer
    }
}
