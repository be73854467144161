// Postal addresses, and what CoreLocation does with them. Like CoreLocation's, the public declarations are
// `@_weakLinked`: packages that say `#if canImport(Contacts)` may see the module without linking it.

@_exported public import Foundation
