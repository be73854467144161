public import LocationServices
import Receivers

extension Configuration.Receiver.Source {
    /// The receiver that the configuration asks for.
    public func receiver(clock: MonotonicClock) throws(DaemonError) -> any Receiver {
        switch self {
        case .gpsd(let host, let port, let device):
            GPSDReceiver(GPSDAddress(host: host, port: port, device: device), clock: clock)
        case .serial, .file:
            throw DaemonError(
                .notYetSupported, "This version reads receivers through gpsd only, not \(self).",
                remedy: "Set receiver.source to gpsd://localhost:2947 and let gpsd read the device.")
        }
    }
}
