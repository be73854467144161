extension LocationInterface {
    static let sessionMethods: [any VarlinkMethod.Type] = [
        Location.self, Updates.self, Heading.self, Visits.self, Events.self, Configure.self, Start.self, Stop.self,
        RequestLocation.self, AllowDeferredLocationUpdates.self, DisallowDeferredLocationUpdates.self,
        EnterBackground.self, RaiseAccuracy.self, Sleep.self, Wake.self, EnterForeground.self,
    ]

    /// `Location`: one location, as accurate as desired.
    public enum Location: LocationMethod {
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
    }

    /// `Updates`: a stream of locations.
    public enum Updates: LocationMethod {
        /// Which.
        public typealias Parameters = UpdatesParameters
        /// A session, a location, or a count of those that were missed.
        public typealias Reply = UpdatesReply
    }

    /// `Heading`: a stream of headings.
    public enum Heading: LocationMethod {
        /// Which.
        public typealias Parameters = HeadingParameters
        /// A session, a heading, or a count of those that were missed.
        public typealias Reply = HeadingReply
    }

    /// `Visits`: a stream of the client's visits.
    public enum Visits: LocationMethod {
        /// Whose.
        public typealias Parameters = LabelParameters
        /// A session or a visit.
        public typealias Reply = VisitsReply
    }

    /// `Events`: a stream of everything that a session is told.
    public enum Events: LocationMethod {
        /// What to start, and how.
        public typealias Parameters = EventsParameters
        /// A session, events, or a count of those that were missed.
        public typealias Reply = EventsReply
    }

    /// `Configure`: all settings of a session.
    public enum Configure: LocationMethod {
        /// Which session, and its settings.
        public typealias Parameters = ConfigureParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `Start`: starts services of a session.
    public enum Start: LocationMethod {
        /// Which.
        public typealias Parameters = ServicesParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `Stop`: stops services of a session.
    public enum Stop: LocationMethod {
        /// Which.
        public typealias Parameters = ServicesParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `RequestLocation`: one location for a session.
    public enum RequestLocation: LocationMethod {
        /// Which session, and how long to wait.
        public typealias Parameters = RequestLocationParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `AllowDeferredLocationUpdates`: keeps the locations of a session for a while.
    public enum AllowDeferredLocationUpdates: LocationMethod {
        /// How far and how long.
        public typealias Parameters = DeferralParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `DisallowDeferredLocationUpdates`: ends that.
    public enum DisallowDeferredLocationUpdates: LocationMethod {
        /// Which session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `EnterBackground`: what a session would be told waits.
    public enum EnterBackground: LocationMethod {
        /// Which session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `RaiseAccuracy`: more accuracy for a session, for a while.
    public enum RaiseAccuracy: LocationMethod {
        /// How much, and how long.
        public typealias Parameters = RaiseAccuracyParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `Sleep`: a session is told significant changes only.
    public enum Sleep: LocationMethod {
        /// Which session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `Wake`: ends that.
    public enum Wake: LocationMethod {
        /// Which session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `EnterForeground`: what waited comes.
    public enum EnterForeground: LocationMethod {
        /// Which session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }
}
