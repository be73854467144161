import Foundation
import LocdClient

extension Stage {
    /// A daemon without locations that finds a bus; it answers when this returns.
    func sensing(
        on bus: PrivateBus, _ settings: [String] = []
    ) async throws -> (locd: DaemonConfiguration, daemon: Child) {
        let locd = try silent(["geocoder.table: none"] + settings)
        try locd.write()
        let daemon = start("locd", path: bus.assignment, [Program.locd, "run", "--config", locd.file])
        try await until("locd answers") { (try? await locd.client.status()) != nil }
        return (locd, daemon)
    }
}
