import ArgumentParser

/// How `locd status` answers.
enum StatusFormat: String, CaseIterable, ExpressibleByArgument {
    /// For a person.
    case text
    /// One line.
    case json
    /// Figures in Prometheus' text format, without any place.
    case prometheus
}
