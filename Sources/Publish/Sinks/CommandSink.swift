internal import Glibc
package import LocationModel
package import LocdConfiguration
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
        let environment = ["LOCD_SINK=\(sink.name)", "LOCD_DEVICE=\(identity.device)"]
        let status: Int32
        do throws(ChildProcess.Failure) {
            status = try ChildProcess.run(
                sink.command, adding: environment, input: lines, timeout: .seconds(sink.timeout))
        } catch {
            throw SinkFailure(.command, "\(sink.command[0]) \(error.description)", error.remedy)
        }
        guard status == 0 else {
            throw SinkFailure(
                .command, "\(sink.command[0]) ended with \(status)",
                "see what it wrote: journalctl -u locd-publish. It gets the same records again")
        }
        return SinkReceipt(bytes: lines.count)
    }
}
