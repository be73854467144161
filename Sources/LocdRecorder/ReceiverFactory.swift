public import LocationModel
public import LocationServices
import LocdConfiguration
import LocdProtocol
import Receivers

extension Configuration.Receiver.Source {
    /// The configured receiver.
    ///
    /// - Parameter newest: The newest line of the track. Together with the build date of locd it determines in which of
    ///   GPS's periods of 1024 weeks a receiver's dates lie.
    public func receiver(clock: MonotonicClock, newest: Timestamp? = nil) -> any Receiver {
        switch self {
        case .gpsd(let address):
            GPSDReceiver(address, clock: clock)
        case .serial(let source):
            SerialReceiver(
                source: source,
                rolloverReference: max(LocdRelease.built, newest ?? .earliest).milliseconds, clock: clock,
                presumedMoment: SerialReceiver.synchronizedSystemTime)
        case .file(let source):
            RecordingReceiver(source, clock: clock)
        }
    }
}
