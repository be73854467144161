// Core Motion's activities, way on foot and altitudes. Like CoreLocation's, the public declarations are `@_weakLinked`:
// packages that say `#if canImport(CoreMotion)` may see the module without linking it.

@_exported public import Foundation
