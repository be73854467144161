// Notifications of a program, through the notification server of the desktop. Like CoreLocation's, the public
// declarations are `@_weakLinked`: packages that say `#if canImport(UserNotifications)` may see the module without
// linking it.

@_exported public import Foundation
