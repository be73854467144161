internal import Glibc
internal import LocationModel
internal import SystemSupport

/// The state of this machine beside the track: battery and receiver.
final class MachineState {
    private static let interval = Duration.seconds(60)

    private var asked: Duration?
    private var state: String?
    private let supplies: String

    /// The state of this machine. `supplies`: the kernel's directory of batteries.
    init(supplies: String = "/sys/class/power_supply") {
        self.supplies = supplies
    }

    /// The charge of the first battery, in percent, and how it is supplied; `nil` if there is none.
    var battery: (charge: Int, supply: DeviceCondition.Supply?)? {
        guard let names = try? SystemFileSystem().names(in: supplies) else { return nil }
        for name in names.sorted() where text("\(supplies)/\(name)/type") == "Battery" {
            guard let percent = text("\(supplies)/\(name)/capacity").flatMap({ Int($0) }) else { continue }
            let supply: DeviceCondition.Supply? =
                switch text("\(supplies)/\(name)/status") {
                case "Charging": .charging
                case "Full": .full
                case "Discharging": .unplugged
                // "Not charging" is plugged in without charging, for which OwnTracks has no number.
                default: nil
                }
            return (min(max(percent, 0), 100), supply)
        }
        return nil
    }

    /// The state of the receiver as `locd status --json` has it, asked once a minute at most; `nil` if nobody answers.
    var receiver: String? {
        let now = SystemClock.sinceBoot
        if let asked, now - asked < Self.interval { return state }
        asked = now
        state = nil
        guard let own = try? SystemFileSystem().destination(ofLink: "/proc/self/exe") else { return nil }
        let folder = FileReplacement.directory(of: own)
        for program in ["\(folder)/../../bin/locd", "\(folder)/locd"] where access(program, X_OK) == 0 {
            var output: [UInt8] = []
            _ = try? ChildProcess.run(
                [program, "status", "--json"], input: [], timeout: .seconds(5), output: &output)
            state = JSONNode.parse(output)?["receiver"]?["state"]?.string
            break
        }
        return state
    }

    private func text(_ path: String) -> String? {
        guard let bytes = try? BoundedFile.contents(of: path, limit: 64) else { return nil }
        return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    }
}
