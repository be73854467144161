internal import Glibc
package import LocationModel
internal import SystemSupport

/// The state of this machine beside the track: battery and receiver.
final class MachineState {
    /// A change is known that soon; if a location says so already, sooner.
    private static let interval = Duration.seconds(30)
    private static let hasteInterval = Duration.seconds(5)

    private var asked: Duration?
    private var report: ReceiverReport?
    private let supplies: String

    /// The state of this machine. `supplies`: the kernel's directory of batteries.
    init(supplies: String = "/sys/class/power_supply") {
        self.supplies = supplies
    }

    /// The charge of the first battery, in percent, and how it is supplied; `nil` if there is none.
    var battery: (charge: Int, supply: DeviceCondition.Supply?)? {
        guard let names = try? SystemFileSystem().names(in: supplies) else { return nil }
        for name in names.sorted() {
            // The battery of a mouse is another device's.
            guard text("\(supplies)/\(name)/type") == "Battery", text("\(supplies)/\(name)/scope") != "Device" else {
                continue
            }
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

    /// The receiver as `locd status --json` has it, asked twice a minute; `nil` if nobody answers. `isLive`: whether
    /// there is a location of the last minute, which a receiver without a fix contradicts.
    func receiver(isLive: Bool) -> ReceiverReport? {
        let now = SystemClock.sinceBoot
        let interval = isLive && report?.fix == nil ? Self.hasteInterval : Self.interval
        if let asked, now - asked < interval { return report }
        asked = now
        report = nil
        guard let own = try? SystemFileSystem().destination(ofLink: "/proc/self/exe") else { return nil }
        let folder = FileReplacement.directory(of: own)
        for program in ["\(folder)/../../bin/locd", "\(folder)/locd"] where access(program, X_OK) == 0 {
            // Another socket than the usual one is named there.
            let socket = getenv("LOCD_SOCKET").map { ["LOCD_SOCKET": String(cString: $0)] } ?? [:]
            let reply = try? ChildProcess.run(
                [program, "status", "--json"], environment: ChildProcess.environment(adding: socket),
                output: .collected, timeout: .seconds(5))
            report = reply.flatMap { ReceiverReport(status: $0.output) }
            break
        }
        return report
    }

    private func text(_ path: String) -> String? {
        guard let bytes = try? BoundedFile.contents(of: path, limit: 64) else { return nil }
        return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    }
}

/// What `locd status --json` says of the receiver.
package struct ReceiverReport: Sendable, Hashable {
    /// `fix3D`, `noFix`, `unplugged` …
    package var state: String
    /// Satellites in the solution.
    package var satellitesUsed: Int?

    /// Reads a status; `nil` for anything else.
    package init?(status: [UInt8]) {
        guard let receiver = JSONNode.parse(status)?["receiver"], let state = receiver["state"]?.string else {
            return nil
        }
        self.state = state
        if case .number(let count)? = receiver["satellitesUsed"]?.value { satellitesUsed = Int(rounding: count) }
    }

    package var fix: Fix.Mode? {
        switch state {
        case ReceiverState.fix2D.rawValue: .fix2D
        case ReceiverState.fix3D.rawValue: .fix3D
        default: nil
        }
    }
}
