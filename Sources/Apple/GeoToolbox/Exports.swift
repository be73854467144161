// Descriptions of places for services of maps. Like CoreLocation's, the public declarations are `@_weakLinked`.

@_exported public import CoreLocation
