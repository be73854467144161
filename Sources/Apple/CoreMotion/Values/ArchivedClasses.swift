/// The names under which classes stand in archives that Apple's platforms write: their own without the module.
private enum ArchivedClasses {
    static let all: [String: AnyClass] = [
        "CMLogItem": CMLogItem.self, "CMMotionActivity": CMMotionActivity.self, "CMAltitudeData": CMAltitudeData.self,
        "CMAbsoluteAltitudeData": CMAbsoluteAltitudeData.self, "CMPedometerData": CMPedometerData.self,
        "CMPedometerEvent": CMPedometerEvent.self,
    ]

    static func register() {
        for (name, type): (String, AnyClass) in all { NSKeyedUnarchiver.setClass(type, forClassName: name) }
    }
}

/// Runs before the program's main: nothing of this module may have been used when the first archive is opened.
@section(".init_array") @used
private let registration: @convention(c) () -> Void = { ArchivedClasses.register() }
