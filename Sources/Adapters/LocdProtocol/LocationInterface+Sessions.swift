extension LocationInterface {
    static let sessionMethods: [any VarlinkMethod.Type] = [
        Location.self, Updates.self, Heading.self, Visits.self, Events.self, Configure.self, Start.self, Stop.self,
        RequestLocation.self, AllowDeferredLocationUpdates.self, DisallowDeferredLocationUpdates.self,
        EnterBackground.self, RaiseAccuracy.self, Sleep.self, Wake.self, EnterForeground.self,
    ]

    /// `Location`: one location, as accurate as desired.
    public enum Location: LocationMethod {
        /// The desired accuracy and the timeout.
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
        /// The label and the settings.
        public typealias Parameters = UpdatesParameters
        /// A session, a location, or the number of missed locations.
        public typealias Reply = UpdatesReply
    }

    /// `Heading`: a stream of headings.
    public enum Heading: LocationMethod {
        /// The label and the heading filter.
        public typealias Parameters = HeadingParameters
        /// A session, a heading, or the number of missed headings.
        public typealias Reply = HeadingReply
    }

    /// `Visits`: a stream of the client's visits.
    public enum Visits: LocationMethod {
        /// The label of the client.
        public typealias Parameters = LabelParameters
        /// A session or a visit.
        public typealias Reply = VisitsReply
    }

    /// `Events`: a stream of all events of a session.
    public enum Events: LocationMethod {
        /// The services to start, and the settings.
        public typealias Parameters = EventsParameters
        /// A session, events, or the number of missed locations and headings.
        public typealias Reply = EventsReply
    }

    /// `Configure`: sets all settings of a session.
    public enum Configure: LocationMethod {
        /// The session and its settings.
        public typealias Parameters = ConfigureParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `Start`: starts services of a session.
    public enum Start: LocationMethod {
        /// The session and the services.
        public typealias Parameters = ServicesParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `Stop`: stops services of a session.
    public enum Stop: LocationMethod {
        /// The session and the services.
        public typealias Parameters = ServicesParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `RequestLocation`: requests one location for a session.
    public enum RequestLocation: LocationMethod {
        /// The session and the timeout.
        public typealias Parameters = RequestLocationParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `AllowDeferredLocationUpdates`: holds the locations of a session for a while.
    public enum AllowDeferredLocationUpdates: LocationMethod {
        /// The distance and the time.
        public typealias Parameters = DeferralParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `DisallowDeferredLocationUpdates`: ends a deferral.
    public enum DisallowDeferredLocationUpdates: LocationMethod {
        /// The session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `EnterBackground`: queues the events of a session.
    public enum EnterBackground: LocationMethod {
        /// The session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `RaiseAccuracy`: raises the accuracy of a session temporarily.
    public enum RaiseAccuracy: LocationMethod {
        /// The accuracy and the time.
        public typealias Parameters = RaiseAccuracyParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `Sleep`: limits the updates of a session to significant changes.
    public enum Sleep: LocationMethod {
        /// The session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `Wake`: ends `Sleep`.
    public enum Wake: LocationMethod {
        /// The session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }

    /// `EnterForeground`: delivers the queued events of a session.
    public enum EnterForeground: LocationMethod {
        /// The session.
        public typealias Parameters = SessionParameters
        /// Nothing.
        public typealias Reply = EmptyReply
    }
}
