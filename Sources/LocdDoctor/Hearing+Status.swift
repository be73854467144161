import LocationModel
import LocationServices
import LocdProtocol

extension Hearing {
    /// The data of a daemon that reads the receiver.
    init(_ status: StatusReply) {
        self.init()
        let receiver = status.receiver
        let condition: ReceiverLink.Condition? =
            switch receiver.state {
            case .absent: receiver.cause.map { .absent($0) }
            case .silent, .stale: receiver.cause.map { $0 == .silent ? .open : .failing($0) }
            default: .open
            }
        link = condition.map {
            ReceiverLink($0, detail: receiver.detail, device: receiver.device, driver: receiver.driver)
        }
        link?.refused = receiver.refused
        switch receiver.state {
        case .fix2D, .fix3D:
            reports = 1
            isFixed = true
            accuracy = status.horizontalAccuracy
        case .noFix, .frozen, .timeNotTrusted:
            reports = 1
            if receiver.cause == .rejected { unusable = receiver.detail ?? receiver.state.rawValue }
        case .released:
            // Released on purpose: the result of the last look is all that is known.
            reports = 1
            isFixed = receiver.cause == nil
        case .absent, .opening, .silent, .stale: break
        }
        satellitesUsed = receiver.satellitesUsed
        satellitesVisible = receiver.satellitesVisible
    }
}
