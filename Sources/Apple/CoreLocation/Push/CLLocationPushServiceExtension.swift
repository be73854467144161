/// An extension that Apple's push service wakes to say where a device is. There is no such service here: it is
/// declared, so that code which conforms compiles, and never called.
@_weakLinked public protocol CLLocationPushServiceExtension: NSObjectProtocol {
    /// A push came.
    func didReceiveLocationPushPayload(_ payload: [String: Any]) async
    /// The extension is about to be ended.
    func serviceExtensionWillTerminate()
}

extension CLLocationPushServiceExtension {
    /// Does nothing.
    public func serviceExtensionWillTerminate() {}
}
