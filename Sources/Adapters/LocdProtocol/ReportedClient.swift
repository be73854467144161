extension ReportedClient {
    /// A client without services, regions and replies.
    public init(user: Int, unit: String?, label: String?) {
        self.init(
            user: user, unit: unit, label: label, services: [], regions: 0, delivered: 0, missed: 0, waiting: 0,
            isInBackground: false)
    }
}
