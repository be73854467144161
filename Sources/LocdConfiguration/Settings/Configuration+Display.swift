public import Phrasing

extension Configuration {
    /// The display of values in a terminal.
    public struct Display: Sendable, Hashable {
        /// The units of figures.
        public var units = UnitSystem.metric

        /// The defaults.
        public init() {}
    }
}
