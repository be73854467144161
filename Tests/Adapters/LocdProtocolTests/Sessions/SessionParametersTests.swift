import LocationModel
import LocdProtocol
import Testing

@Suite struct SessionParametersTests {
    private func call(_ parameters: String) throws -> VarlinkCall {
        try VarlinkCall(message: Array(#"{"method":"a.b.C","parameters":\#(parameters)}"#.utf8))
    }

    @Test func `The settings of updates stand beside the label`() throws {
        let parameters = try call(#"{"label":"map","distanceFilter":10,"activityType":"fitness"}"#)
            .parameters(as: UpdatesParameters.self)
        #expect(parameters.label == "map")
        #expect(parameters.settings.distanceFilter == 10)
        #expect(parameters.settings.activityType == .fitness)
        let bytes = try VarlinkCall.encode(LocationInterface.Updates.self, parameters)
        let again = try VarlinkCall(message: Array(bytes.dropLast()))
        #expect(try again.parameters(as: UpdatesParameters.self) == parameters)
        #expect(again.more)
    }

    @Test(arguments: [
        (#"{"distanceFilter":"10"}"#, "distanceFilter"), (#"{"activityType":"sleeping"}"#, "activityType"),
        (#"{"label":7}"#, "label"), (#"{"settings":{}}"#, "settings"), (#"{"headingFilter":[]}"#, "headingFilter"),
        (#"{"smoothing":"much"}"#, "smoothing"),
        (#"{"pausesLocationUpdatesAutomatically":1}"#, "pausesLocationUpdatesAutomatically"),
    ])
    func `A parameter of the wrong type is named`(_ parameters: String, _ name: String) throws {
        let call = try call(parameters)
        #expect(throws: VarlinkError.invalidParameter(name)) { try call.parameters(as: UpdatesParameters.self) }
    }

    @Test func `Every setting has its range`() {
        let bad: [(String, WritableKeyPath<SessionSettings, Double?>, [Double])] = [
            ("distanceFilter", \.distanceFilter, [-1, 100_001, .infinity, .nan]),
            ("maximumHorizontalAccuracy", \.maximumHorizontalAccuracy, [0, -5, .nan]),
            ("maximumAge", \.maximumAge, [0, 86_401]), ("maximumSpeed", \.maximumSpeed, [0, 12_001]),
            ("minimumInterval", \.minimumInterval, [-0.1, 86_401]), ("headingFilter", \.headingFilter, [-1, 181]),
        ]
        for (name, path, values) in bad {
            for value in values {
                var settings = SessionSettings()
                settings[keyPath: path] = value
                #expect(throws: VarlinkError.invalidParameter(name)) { try settings.validate() }
            }
        }
        for accuracy in ["", "good", "-1", "0", "nan", "1e9"] {
            var settings = SessionSettings()
            settings.desiredAccuracy = accuracy
            #expect(throws: VarlinkError.invalidParameter("desiredAccuracy")) { try settings.validate() }
        }
        #expect(throws: Never.self) { try SessionSettings().validate() }
    }

    @Test func `A label is short and plain, and an empty one is none`() throws {
        #expect(try LabelParameters(label: "").effectiveLabel == nil)
        #expect(try LabelParameters().effectiveLabel == nil)
        #expect(try LabelParameters(label: "Karte 7 · ü").effectiveLabel == "Karte 7 · ü")
        let long = String(repeating: "x", count: ClientLabel.maximumLength + 1)
        for bad in [long, "a\nb", "a\u{0}b", "\u{7F}", "\u{9B}31m"] {
            #expect(throws: VarlinkError.invalidParameter("label")) { try LabelParameters(label: bad).effectiveLabel }
        }
    }

    @Test func `A timeout has its range`() throws {
        #expect(try LocationTimeout.effective(nil) == nil)
        #expect(try LocationTimeout.effective(2.5) == .milliseconds(2500))
        for bad in [0, -1, 3601, .infinity, .nan] {
            #expect(throws: VarlinkError.invalidParameter("timeout")) { try LocationTimeout.effective(bad) }
        }
    }
}
