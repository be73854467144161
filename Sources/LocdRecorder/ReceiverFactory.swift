import LocationModel
public import LocationServices
import LocdConfiguration
import LocdProtocol
import Receivers

extension Configuration.Receiver.Source {
    /// The configured receiver.
    ///
    /// The build date of locd determines in which of GPS's periods of 1024 weeks a receiver's dates lie; the system's clock does
    /// if it is synchronized and later. The track does not: what was imported may have any date.
    public func receiver(clock: MonotonicClock) -> any Receiver {
        switch self {
        case .gpsd(let address):
            GPSDReceiver(address, clock: clock)
        case .serial(let source):
            SerialReceiver(
                source: source,
                rolloverReference: max(
                    LocdRelease.built.milliseconds, SerialReceiver.synchronizedSystemTime() ?? .min),
                clock: clock,
                presumedMoment: SerialReceiver.synchronizedSystemTime)
        case .file(let source):
            RecordingReceiver(source, clock: clock)
        }
    }
}
