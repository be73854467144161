/// The earlier of two instants; the only one, if one is missing.
func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}

/// The later of two instants; the only one, if one is missing.
func later(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
}
