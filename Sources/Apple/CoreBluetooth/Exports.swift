// iBeacon advertising, and nothing else of Core Bluetooth: a product of its own, so that only packages that ask for it
// see the module. `@_weakLinked` as in CoreLocation.

@_exported public import Foundation
