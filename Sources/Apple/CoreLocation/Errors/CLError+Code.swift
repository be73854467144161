extension CLError {
    /// What went wrong.
    public enum Code: Int, Sendable, Hashable {
        /// The location is unknown at present; the service keeps trying.
        case locationUnknown = 0
        /// This program is not authorized, or location services are off. Stop the service.
        case denied = 1
        /// A network error, or too many requests to a geocoder.
        case network = 2
        /// The heading cannot be determined.
        case headingFailure = 3
        /// This program may not monitor regions.
        case regionMonitoringDenied = 4
        /// The region cannot be monitored: too large, too many, of a kind that is not available.
        case regionMonitoringFailure = 5
        /// Monitoring could not begin immediately.
        case regionMonitoringSetupDelayed = 6
        /// Events will come late.
        case regionMonitoringResponseDelayed = 7
        /// A geocoder found nothing.
        case geocodeFoundNoResult = 8
        /// A geocoder found a part only.
        case geocodeFoundPartialResult = 9
        /// A geocoder's request was cancelled.
        case geocodeCanceled = 10
        /// Deferring is not possible.
        case deferredFailed = 11
        /// Deferring needs location updates that run.
        case deferredNotUpdatingLocation = 12
        /// Deferring needs a `desiredAccuracy` of `kCLLocationAccuracyBest` or `BestForNavigation`.
        case deferredAccuracyTooLow = 13
        /// Deferring needs a `distanceFilter` of `kCLDistanceFilterNone`.
        case deferredDistanceFiltered = 14
        /// The deferral was cancelled.
        case deferredCanceled = 15
        /// Beacons cannot be ranged: the daemon does not listen to them, or Bluetooth is off.
        case rangingUnavailable = 16
        /// Ranging failed.
        case rangingFailure = 17
        /// The request for authorization was not presented.
        case promptDeclined = 18
        /// Historical locations are not available.
        case historicalLocationError = 19

        /// Lets `catch CLError.denied` and `case CLError.locationUnknown:` match errors, those of type `NSError` too.
        public static func ~= (code: Code, error: any Error) -> Bool {
            if let error = error as? CLError { return error.code == code }
            return CLError(error as NSError)?.code == code
        }
    }

    /// ``Code/locationUnknown``
    public static var locationUnknown: Code { .locationUnknown }
    /// ``Code/denied``
    public static var denied: Code { .denied }
    /// ``Code/network``
    public static var network: Code { .network }
    /// ``Code/headingFailure``
    public static var headingFailure: Code { .headingFailure }
    /// ``Code/regionMonitoringDenied``
    public static var regionMonitoringDenied: Code { .regionMonitoringDenied }
    /// ``Code/regionMonitoringFailure``
    public static var regionMonitoringFailure: Code { .regionMonitoringFailure }
    /// ``Code/regionMonitoringSetupDelayed``
    public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }
    /// ``Code/regionMonitoringResponseDelayed``
    public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }
    /// ``Code/geocodeFoundNoResult``
    public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }
    /// ``Code/geocodeFoundPartialResult``
    public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }
    /// ``Code/geocodeCanceled``
    public static var geocodeCanceled: Code { .geocodeCanceled }
    /// ``Code/deferredFailed``
    public static var deferredFailed: Code { .deferredFailed }
    /// ``Code/deferredNotUpdatingLocation``
    public static var deferredNotUpdatingLocation: Code { .deferredNotUpdatingLocation }
    /// ``Code/deferredAccuracyTooLow``
    public static var deferredAccuracyTooLow: Code { .deferredAccuracyTooLow }
    /// ``Code/deferredDistanceFiltered``
    public static var deferredDistanceFiltered: Code { .deferredDistanceFiltered }
    /// ``Code/deferredCanceled``
    public static var deferredCanceled: Code { .deferredCanceled }
    /// ``Code/rangingUnavailable``
    public static var rangingUnavailable: Code { .rangingUnavailable }
    /// ``Code/rangingFailure``
    public static var rangingFailure: Code { .rangingFailure }
    /// ``Code/promptDeclined``
    public static var promptDeclined: Code { .promptDeclined }
    /// ``Code/historicalLocationError``
    public static var historicalLocationError: Code { .historicalLocationError }
}
