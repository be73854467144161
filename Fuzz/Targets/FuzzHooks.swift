import FoundationEssentials
import LocdConfiguration

@testable import Hooks

/// What programs read of an event, what a restart reads of the queues, and names with stars.
func fuzzHooks(_ input: UnsafeRawBufferPointer) {
    let bytes = Array(input)
    if let line = HookEventLine(parsing: bytes) {
        precondition(line.environment.values.allSatisfy { !$0.utf8.contains { $0 < 0x20 } })
    }
    if let state = try? JSONDecoder().decode(HookState.self, from: Data(bytes)) { _ = state.isValid }
    let text = String(decoding: bytes, as: UTF8.self)
    if let name = HookRunner.name(ofSocket: text) { precondition(!name.contains("/") && name != "..") }
    if let pattern = NamePattern(text) { precondition(pattern.matches(text) || text.contains("*")) }
}
