// MapKit's values without its views: what programs on a server use of it. Like CoreLocation's, the public declarations
// are `@_weakLinked`: packages that say `#if canImport(MapKit)` may see the module without linking it.

@_exported public import CoreLocation
