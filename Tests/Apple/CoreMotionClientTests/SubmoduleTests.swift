import CoreMotion.CMAbsoluteAltitude
import CoreMotion.CMAltimeter
import CoreMotion.CMAltitude
import CoreMotion.CMAuthorization
import CoreMotion.CMAvailability
import CoreMotion.CMError
import CoreMotion.CMErrorDomain
import CoreMotion.CMLogItem
import CoreMotion.CMMotionActivity
import CoreMotion.CMMotionActivityManager
import CoreMotion.CMPedometer
import Testing

/// A file that imports submodules only, as code for Apple's platforms does.
@Suite("Submodules of CoreMotion")
struct CoreMotionSubmoduleTests {
    @Test func `Whoever imports one has the whole module`() {
        #expect(CMMotionActivity().unknown && CMErrorDomain == "CMErrorDomain")
    }
}
