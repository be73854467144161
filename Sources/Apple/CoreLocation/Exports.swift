// Each public type, function and constant of this module is `@_weakLinked`. SwiftPM shows a module that was built for
// one package to all others of a build: a package that says `#if canImport(CoreLocation)` then uses it without linking
// it. Its references are weak, so that a test or a program that links that package and not this module is linked all
// the same; `Scripts/adopter` shows it.

/// A large share of Core Location code imports nothing else and uses `NSObject`, `Date`, `sin`, `DispatchQueue` or
/// `CFRunLoopRun()`: on Apple's platforms the module brings them along, so it does here.
@_exported public import CoreFoundation
@_exported public import Dispatch
@_exported public import Foundation
