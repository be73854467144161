extension LocationInterface {
    static let stepMethods: [any VarlinkMethod.Type] = [ReportSteps.self]

    /// `ReportSteps`: reports steps that another device counted.
    public enum ReportSteps: LocationMethod {
        /// The steps.
        public typealias Parameters = StepsParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }
}
