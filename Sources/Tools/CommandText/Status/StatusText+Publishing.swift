extension StatusText {
    /// A sink that was reported longer ago has probably stopped; locd-publish writes at least every 30 s.
    private static let longestSilence = 120.0

    /// The sinks of locd-publish, one row each; a failing sink also has its last error.
    var publishRows: [String] {
        (publishing?.sinks ?? []).enumerated().flatMap { index, sink in
            row(
                index == 0 ? "Publish" : "",
                [
                    TextSegment("\(sink.name) (\(sink.type))"),
                    state(of: sink),
                    sink.failure.map { TextSegment("\($0); see locd publish status", .warning) },
                ])
        }
    }

    private func state(of sink: PublishReport.Sink) -> TextSegment {
        if let age = sink.age, age > Self.longestSilence {
            return TextSegment("no report for \(Wording.duration(age))", .warning)
        }
        return switch sink.state {
        case "failing": TextSegment("failing", .warning)
        case "stopped": TextSegment("not running", .warning)
        default: TextSegment(sink.state)
        }
    }
}
