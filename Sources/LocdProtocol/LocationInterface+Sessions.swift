extension LocationInterface {
    /// `Location`: one location, as accurate as desired.
    public enum Location: VarlinkMethod {
        /// How good, and how long to wait.
        public typealias Parameters = LocationParameters
        /// The location.
        public struct Reply: Codable, Sendable, Hashable {
            /// The location.
            public var location: ReportedLocation

            /// Answers with a location.
            public init(location: ReportedLocation) {
                self.location = location
            }
        }
        /// The full name.
        public static let name = "org.locd.Location.Location"
    }

    /// `Updates`: a stream of locations.
    public enum Updates: VarlinkMethod {
        /// Which.
        public typealias Parameters = UpdatesParameters
        /// A session, a location, or a count of those that were missed.
        public typealias Reply = UpdatesReply
        /// The full name.
        public static let name = "org.locd.Location.Updates"
    }

    /// `Heading`: a stream of headings.
    public enum Heading: VarlinkMethod {
        /// Which.
        public typealias Parameters = HeadingParameters
        /// A session, a heading, or a count of those that were missed.
        public typealias Reply = HeadingReply
        /// The full name.
        public static let name = "org.locd.Location.Heading"
    }

    /// `Visits`: a stream of the client's visits.
    public enum Visits: VarlinkMethod {
        /// Whose.
        public typealias Parameters = LabelParameters
        /// A session or a visit.
        public typealias Reply = VisitsReply
        /// The full name.
        public static let name = "org.locd.Location.Visits"
    }

    /// `Events`: a stream of everything that a session is told.
    public enum Events: VarlinkMethod {
        /// What to start, and how.
        public typealias Parameters = EventsParameters
        /// A session, events, or a count of those that were missed.
        public typealias Reply = EventsReply
        /// The full name.
        public static let name = "org.locd.Location.Events"
    }

    /// `Configure`: all settings of a session.
    public enum Configure: VarlinkMethod {
        /// Which session, and its settings.
        public typealias Parameters = ConfigureParameters
        /// Nothing.
        public typealias Reply = EmptyReply
        /// The full name.
        public static let name = "org.locd.Location.Configure"
    }

    /// `Start`: starts services of a session.
    public enum Start: VarlinkMethod {
        /// Which.
        public typealias Parameters = ServicesParameters
        /// Nothing.
        public typealias Reply = EmptyReply
        /// The full name.
        public static let name = "org.locd.Location.Start"
    }

    /// `Stop`: stops services of a session.
    public enum Stop: VarlinkMethod {
        /// Which.
        public typealias Parameters = ServicesParameters
        /// Nothing.
        public typealias Reply = EmptyReply
        /// The full name.
        public static let name = "org.locd.Location.Stop"
    }

    /// `RequestLocation`: one location for a session.
    public enum RequestLocation: VarlinkMethod {
        /// Which session, and how long to wait.
        public typealias Parameters = RequestLocationParameters
        /// Nothing.
        public typealias Reply = EmptyReply
        /// The full name.
        public static let name = "org.locd.Location.RequestLocation"
    }

    /// `AllowDeferredLocationUpdates`: keeps the locations of a session for a while.
    public enum AllowDeferredLocationUpdates: VarlinkMethod {
        /// How far and how long.
        public typealias Parameters = DeferralParameters
        /// Nothing.
        public typealias Reply = EmptyReply
        /// The full name.
        public static let name = "org.locd.Location.AllowDeferredLocationUpdates"
    }

    /// `DisallowDeferredLocationUpdates`: ends that.
    public enum DisallowDeferredLocationUpdates: VarlinkMethod {
        /// Which session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
        /// The full name.
        public static let name = "org.locd.Location.DisallowDeferredLocationUpdates"
    }

    /// `EnterBackground`: what a session would be told waits.
    public enum EnterBackground: VarlinkMethod {
        /// Which session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
        /// The full name.
        public static let name = "org.locd.Location.EnterBackground"
    }

    /// `RaiseAccuracy`: more accuracy for a session, for a while.
    public enum RaiseAccuracy: VarlinkMethod {
        /// How much, and how long.
        public typealias Parameters = RaiseAccuracyParameters
        /// Nothing.
        public typealias Reply = EmptyReply
        /// The full name.
        public static let name = "org.locd.Location.RaiseAccuracy"
    }

    /// `Sleep`: a session is told significant changes only.
    public enum Sleep: VarlinkMethod {
        /// Which session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
        /// The full name.
        public static let name = "org.locd.Location.Sleep"
    }

    /// `Wake`: ends that.
    public enum Wake: VarlinkMethod {
        /// Which session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
        /// The full name.
        public static let name = "org.locd.Location.Wake"
    }

    /// `EnterForeground`: what waited comes.
    public enum EnterForeground: VarlinkMethod {
        /// Which session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
        /// The full name.
        public static let name = "org.locd.Location.EnterForeground"
    }
}
