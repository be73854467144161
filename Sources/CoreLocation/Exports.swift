/// A large share of Core Location code imports nothing else and uses `NSObject`, `Date`, `sin` or `DispatchQueue`:
/// on Apple's platforms the module brings them along, so it does here.
@_exported public import Dispatch
@_exported public import Foundation
