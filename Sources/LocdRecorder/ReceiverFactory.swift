public import LocationModel
public import LocationServices
import LocdConfiguration
import LocdProtocol
import Receivers

extension Configuration.Receiver.Source {
    /// The receiver that the configuration asks for.
    ///
    /// - Parameter newest: The newest line of the track: with the build date of locd, it tells in which of the GPS's
    ///   rounds of 1024 weeks a receiver's dates must lie.
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
