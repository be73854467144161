internal import Glibc
package import LocationModel
internal import SystemSupport

/// A program that reads records as JSON lines on its standard input. It has accepted them if it exits with 0.
package final class CommandSink: SinkDriver {
    package let capacity: Int
    private let form: CommandForm
    private let sink: PublishSink
    private let identity: DeviceIdentity

    /// Creates a driver for a sink of type `command`.
    package init(_ sink: PublishSink, identity: DeviceIdentity) {
        self.sink = sink
        self.identity = identity
        form = CommandForm(device: identity.device)
        capacity = sink.batch ?? 500
    }

    package func deliver(
        _ records: [PublishedRecord], isBacklog: Bool, at now: Timestamp
    ) throws(SinkFailure) -> SinkReceipt {
        let lines = form.lines(records)
        let environment = ChildProcess.environment(
            adding: ["LOCD_SINK": sink.name, "LOCD_DEVICE": identity.device])
        let end: ChildProcess.End
        do throws(ChildProcess.Failure) {
            end = try ChildProcess.run(
                sink.command, environment: environment, input: lines, output: .discarded,
                timeout: .seconds(sink.timeout)
            ).end
        } catch {
            throw failure(error)
        }
        switch end {
        case .exited(0): return SinkReceipt(bytes: lines.count)
        case .exited(let status):
            throw SinkFailure(
                .command, "\(sink.command[0]) ended with \(status)",
                "see what it wrote: journalctl -u locd-publish. It gets the same records again")
        case .signalled(let number):
            throw SinkFailure(
                .command, "\(sink.command[0]) was ended by signal \(number)", "see journalctl -u locd-publish")
        }
    }

    private func failure(_ failure: ChildProcess.Failure) -> SinkFailure {
        switch failure {
        case .notStarted(let error):
            SinkFailure(
                .command, "\(sink.command[0]) cannot be started: \(error.message)",
                "check its path and permissions, and whether the unit's sandbox lets it be seen")
        case .timedOut(let time):
            SinkFailure(
                .command, "\(sink.command[0]) did not end within \(time)",
                "raise timeout, or let it exit when its standard input ends")
        }
    }
}

/// Records as the lines of a track with two more members: `id` tells a record from all others of its device, and
/// `device` is its name.
package struct CommandForm: Sendable {
    private let device: String

    package init(device: String) {
        self.device = device
    }

    package func lines(_ records: [PublishedRecord]) -> [UInt8] {
        var line = JSONLine()
        for record in records {
            line.begin()
            record.event.write(to: &line)
            line.member("id", record.identifierText)
            line.member("device", device)
            line.end()
        }
        return line.bytes
    }
}
