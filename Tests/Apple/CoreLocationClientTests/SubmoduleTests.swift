import CoreLocation.CLAvailability
import CoreLocation.CLBackgroundActivitySession
import CoreLocation.CLBeacon
import CoreLocation.CLBeaconIdentityCondition
import CoreLocation.CLBeaconIdentityConstraint
import CoreLocation.CLBeaconRegion
import CoreLocation.CLCircularGeographicCondition
import CoreLocation.CLCircularRegion
import CoreLocation.CLCondition
import CoreLocation.CLError
import CoreLocation.CLErrorDomain
import CoreLocation.CLGeocoder
import CoreLocation.CLHeading
import CoreLocation.CLLocation
import CoreLocation.CLLocationManager
import CoreLocation.CLLocationManagerDelegate
import CoreLocation.CLLocationManager_CLVisitExtensions
import CoreLocation.CLLocationPushServiceError
import CoreLocation.CLLocationPushServiceExtension
import CoreLocation.CLLocationUpdater
import CoreLocation.CLMonitor
import CoreLocation.CLMonitorConfiguration
import CoreLocation.CLMonitoringEvent
import CoreLocation.CLMonitoringRecord
import CoreLocation.CLPlacemark
import CoreLocation.CLRegion
import CoreLocation.CLServiceSession
import CoreLocation.CLVisit
import Testing

/// A file that imports submodules only, as code for Apple's platforms does.
@Suite("Submodules of CoreLocation")
struct SubmoduleTests {
    @Test func `Whoever imports one has the whole module`() {
        let place = CLLocation(latitude: 47, longitude: 8)
        #expect(place.distance(from: CLLocation(latitude: 47, longitude: 8)) == 0)
        #expect(CLCircularRegion(center: place.coordinate, radius: 10, identifier: "here").contains(place.coordinate))
    }
}
