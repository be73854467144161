import LocationModel
import TrackTools

@testable import LocdConfiguration
@testable import Web

/// What locd-web reads of others: requests, its configuration, and the file of tokens.
func fuzzWeb(_ input: UnsafeRawBufferPointer) {
    guard let choice = input.first else { return }
    let bytes = Array(input.dropFirst())
    let text = String(decoding: bytes, as: UTF8.self)
    switch choice % 4 {
    case 0:
        let request = WebRequest(
            method: "GET", target: text, host: text, headers: ["origin": text, "cookie": text],
            remote: WebRequest.Remote(isLoopback: true, address: "") { nil })
        // A name that somebody pointed here is never this machine's.
        if RequestRules(hosts: [], listen: nil).refusal(of: request) == nil {
            precondition(["localhost", "127.0.0.1", "[::1]"].contains { text.lowercased().hasPrefix($0) })
        }
        _ = SignIns.value(in: text)
    case 1:
        if let range = DayRange(text) {
            precondition(range.first <= range.last)
            precondition(range.last.daysSince1970 - range.first.daysSince1970 < DayRange.maximumDays)
            precondition(DayRange("\(range)") == range)
        }
        _ = QueryItems(text)
    case 2:
        guard let book = try? TokenBook(bytes) else { return }
        precondition(Set(book.entries.map(\.name)).count == book.entries.count)
        precondition((try? TokenBook(book.bytes)) == book)
        precondition(book.entry(of: text) == nil)
    default:
        guard let configuration = try? WebConfiguration.read(bytes, name: "web.yaml") else { return }
        precondition(configuration.listen?.isLoopback == true || configuration.tokens != nil)
    }
}
