public import Phrasing

extension Configuration {
    /// What people read in a terminal.
    public struct Display: Sendable, Hashable {
        /// The units of figures.
        public var units = UnitSystem.metric

        /// The defaults.
        public init() {}
    }
}
