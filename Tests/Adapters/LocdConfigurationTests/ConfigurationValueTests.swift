import Testing

@testable import LocdConfiguration

/// The values of the keys: what is taken, and what is refused in which words.
@Suite struct ConfigurationValueTests {
    @Test func `Keys, and their variables, are unique`() {
        #expect(Set(ConfigurationKey.all.map(\.id)).count == ConfigurationKey.all.count)
        #expect(Set(ConfigurationKey.all.map(\.environmentVariable)).count == ConfigurationKey.all.count)
        #expect(Set(ConfigurationKey.all.map(\.section)) == Set(ConfigurationSection.allCases))
    }

    @Test(arguments: ConfigurationKey.all.map(\.id))
    func `Default reads back, from file and environment`(_ id: String) throws {
        let key = try key(id)
        #expect(try read(file(key, key.defaultText)).configuration == Configuration())
        #expect(
            try read("", environment: [key.environmentVariable: key.defaultText]).configuration == Configuration())
    }

    @Test(arguments: ConfigurationKey.all.map(\.id))
    func `Nonsense is refused, for every key`(_ id: String) throws {
        let key = try key(id)
        for nonsense in [
            "[]", "{}", "", "~", "nonsense words", "\"\"", ".nan", "-.inf", "1e400", "-1", "\"\\0\"", "|\n    x",
            "!x 1", "1e308", "-1e308", "9223372036854775808", "18446744073709551616TB",
            String(repeating: "9", count: 400),
        ] where !(key.takesList && nonsense == "[]") {
            let found = problems(file(key, nonsense))
            #expect(found.count == 1, "\(nonsense)")
            #expect(nonsense == "!x 1" || found.first?.key == key.id)
            #expect(nonsense == "!x 1" || found.first?.remedy.contains(key.allowed) == true)
        }
    }

    /// A key, a value as it is written, and how it is printed.
    @Test(arguments: [
        ("receiver.staleAfter", "1", "1"), ("receiver.staleAfter", "3600", "3600"),
        ("receiver.staleAfter", "+2.50", "2.5"),
        ("receiver.staleAfter", "1e1", "10"), ("receiver.powerSaving", "off", "off"),
        ("receiver.powerSaving", "'off'", "off"),
        ("receiver.powerSaving", "30", "30"), ("recorder.enabled", "false", "false"),
        ("recorder.distanceFilter", "0.5", "0.5"),
        ("recorder.distanceFilter", ".5", "0.5"), ("recorder.distanceFilter", "none", "none"),
        ("recorder.desiredAccuracy", "25", "25"), ("recorder.desiredAccuracy", "\"kilometer\"", "kilometer"),
        ("recorder.activityType", "automotiveNavigation", "automotiveNavigation"),
        ("recorder.smoothing", "kalman", "kalman"),
        ("recorder.preset", "adaptive", "adaptive"),
        ("recorder.presetOnBattery", "none", "none"),
        ("recorder.presetOnLowBattery", "significantChanges", "significantChanges"),
        ("recorder.lowBattery", "12.50", "12.5"),
        ("recorder.minimumInterval", "0.1", "0.1"), ("tracks.sync", "always", "always"),
        ("tracks.sync", "never", "never"),
        ("tracks.sync", "0.5", "0.5"), ("tracks.rotate", "64MB", "64MB"), ("tracks.rotate", "64MiB", "64MiB"),
        ("tracks.rotate", "1000kB", "1MB"), ("tracks.rotate", "1024KiB", "1MiB"), ("tracks.rotate", "1500KB", "1500KB"),
        ("tracks.rotate", "65537B", "65537B"), ("tracks.rotate", "never", "never"),
        ("tracks.retain", "forever", "forever"),
        ("tracks.retain", "30", "30"), ("tracks.retain", "30.0", "30"), ("tracks.compressAfter", "none", "none"),
        ("tracks.directory", "/srv/a b", "\"/srv/a b\""), ("log.level", "debug", "debug"),
    ])
    func `Good value is taken`(_ id: String, _ written: String, _ printed: String) throws {
        let key = try key(id)
        let configuration = try read(file(key, written)).configuration
        #expect(key.text(in: configuration) == printed)
        #expect(try read(file(key, printed)).configuration == configuration)
    }

    /// A key, a value as it is written, the kind of problem, and words of the complaint.
    @Test(
        arguments: [
            ("receiver.staleAfter", "0.9", .outOfRange, "0.9 is outside 1 to 3600"),
            ("receiver.staleAfter", "3601", .outOfRange, "3601 is outside 1 to 3600"),
            ("receiver.staleAfter", "\"5\"", .wrongType, "\"5\" in quotes is text, not a number; did you mean 5?"),
            ("receiver.staleAfter", "5s", .badValue, "leave out the unit, which is always seconds"),
            ("receiver.staleAfter", "5 s", .badValue, "leave out the unit, which is always seconds"),
            ("receiver.staleAfter", "five", .wrongType, "\"five\" is not a number"),
            ("receiver.staleAfter", "0x10", .badValue, "is not decimal"),
            ("receiver.staleAfter", "0o17", .badValue, "is not decimal"),
            (
                "receiver.staleAfter", "010", .badValue,
                "octal, others as decimal; did you mean 10?"
            ),
            ("receiver.staleAfter", "1_000", .badValue, "has an underscore in it; did you mean 1000?"),
            ("receiver.staleAfter", "1:30", .badValue, "is not a number alone"),
            ("receiver.staleAfter", "2,5", .badValue, "has a comma in it"),
            ("receiver.staleAfter", "1e400", .outOfRange, "too large for a number"),
            ("receiver.staleAfter", "1e-400", .outOfRange, "too small for a number"),
            ("receiver.staleAfter", "1e99999", .outOfRange, "too large for a number"),
            ("receiver.staleAfter", ".inf", .badValue, "not a finite number"),
            ("receiver.staleAfter", "-.Inf", .badValue, "not a finite number"),
            ("receiver.staleAfter", ".NaN", .badValue, "not a finite number"),
            ("receiver.staleAfter", "nan", .badValue, "not a finite number"),
            ("receiver.staleAfter", "٥", .wrongType, "is not a number"),
            ("receiver.staleAfter", "true", .wrongType, "\"true\" is not a number"),
            ("receiver.powerSaving", "no", .wrongType, "or off"),
            ("receiver.powerSaving", "of", .wrongType, "did you mean off?"),
            ("receiver.powerSaving", "0", .outOfRange, "0 is outside 1 to 86400"),
            ("recorder.enabled", "yes", .wrongType, "did you mean true?"),
            ("recorder.enabled", "Off", .wrongType, "did you mean false?"),
            ("recorder.enabled", "True", .wrongType, "did you mean true?"),
            ("recorder.enabled", "1", .wrongType, "did you mean true?"),
            ("recorder.enabled", "\"true\"", .wrongType, "\"true\" in quotes is text; did you mean true?"),
            ("recorder.distanceFilter", "-10", .outOfRange, "-10 is outside"),
            ("recorder.distanceFilter", "0", .outOfRange, "or none"),
            ("recorder.distanceFilter", "None", .wrongType, "did you mean none?"),
            ("recorder.desiredAccuracy", "Best", .wrongType, "did you mean best?"),
            ("recorder.desiredAccuracy", "hundredMetres", .wrongType, "did you mean hundredMeters?"),
            ("recorder.desiredAccuracy", "0", .outOfRange, "0 is outside"),
            ("recorder.activityType", "automotive", .badValue, "one of other, automotiveNavigation"),
            ("recorder.activityType", "airborn", .badValue, "did you mean airborne?"),
            ("recorder.smoothing", "kalmann", .badValue, "did you mean kalman?"),
            ("recorder.preset", "adaptiv", .badValue, "did you mean adaptive?"),
            ("recorder.preset", "none", .badValue, "not a valid value"),
            ("recorder.lowBattery", "0", .outOfRange, "outside 1 to 90"),
            ("recorder.lowBattery", "20 %", .badValue, "leave out the unit, which is always percent"),
            ("recorder.maximumSpeed", "299792458", .outOfRange, "is outside 0.1 to 12000"),
            ("tracks.directory", "tracks", .badValue, "is not absolute"),
            ("tracks.directory", "\"/a\\nb\"", .badValue, "control character"),
            ("tracks.sync", "0", .outOfRange, "0 is outside 0.1 to 3600"),
            ("tracks.sync", "allways", .wrongType, "did you mean always?"),
            ("tracks.rotate", "64", .badValue, "has no unit"),
            ("tracks.rotate", "64M", .badValue, "did you mean 64MB?"),
            ("tracks.rotate", "64 MB", .badValue, "did you mean 64MB?"),
            ("tracks.rotate", "64mb", .badValue, "did you mean 64MB?"),
            ("tracks.rotate", "1B", .outOfRange, "1B is outside 64KiB to 1TB"),
            ("tracks.rotate", "2TB", .outOfRange, "2TB is outside 64KiB to 1TB"),
            ("tracks.rotate", "9999999999999TB", .outOfRange, "too large"),
            ("tracks.rotate", "99999999999999999999B", .outOfRange, "too large"),
            ("tracks.rotate", "weekly", .badValue, "neither one of its words nor a size"),
            ("tracks.retain", "2.5", .wrongType, "2.5 is not a whole number"),
            ("tracks.retain", "0", .outOfRange, "0 is outside 1 to 36500"),
            ("tracks.retain", "1e300", .outOfRange, "is outside 1 to 36500"),
            ("api.maximumConnectionsPerUser", "10001", .outOfRange, "10001 is outside 1 to 10000"),
            ("api.maximumConnectionsPerUser", "64 connections", .badValue, "it has no unit"),
            ("log.level", "warn", .badValue, "one of trace, debug, info, notice, warning, error, critical"),
            ("log.level", "INFO", .badValue, "did you mean info?"),
        ] as [(String, String, ConfigurationProblem.Code, String)])
    func `Bad value is refused`(_ id: String, _ written: String, _ code: ConfigurationProblem.Code, _ says: String)
        throws
    {
        let found = problems(file(try key(id), written))
        #expect(found.map(\.code) == [code])
        #expect(found.first?.key == id)
        #expect(found.first?.description.contains(says) == true, "\(found)")
    }

    @Test func `Socket path fits the kernel`() throws {
        let key = try key("api.socket")
        let longest = "/" + String(repeating: "s", count: 106)
        #expect(try read(file(key, longest)).configuration.api.socket == longest)
        #expect(problems(file(key, longest + "s")).map(\.code) == [.outOfRange])
    }

    @Test func `Environment is stronger than the file, and its mistakes name the variable`() throws {
        let text = "recorder:\n  distanceFilter: 25\n  maximumAge: 7\n"
        let loaded = try read(
            text, environment: ["LOCD_RECORDER_DISTANCEFILTER": "none", "HOME": "/", "LOCD_SOCKET": "x"])
        #expect(loaded.configuration.recorder.distanceFilter == nil)
        #expect(loaded.configuration.recorder.maximumAge == 7)
        let key = try key("recorder.distanceFilter")
        #expect(loaded.origin(of: key) == .environment("LOCD_RECORDER_DISTANCEFILTER"))

        for (name, value, code) in [
            ("LOCD_RECORDER_DISTANCEFILTER", "wide", .wrongType), ("LOCD_RECORDER_DISTANCEFILTER", "", .wrongType),
            ("LOCD_RECORDER_DISTANCEFILTR", "1", .unknownKey), ("LOCD_RECODER_DISTANCEFILTER", "1", .unknownKey),
            ("LOCD_TRACKS_COLOUR", "red", .unknownKey),
        ] as [(String, String, ConfigurationProblem.Code)] {
            let found = problems("", environment: [name: value])
            #expect(found.map(\.code) == [code])
            #expect(found.first?.description.hasPrefix("\(name): ") == true)
        }
    }

    @Test func `Environment does not hide what is wrong with the file`() {
        let found = problems(
            "recorder:\n  distanceFilter: wide\n", environment: ["LOCD_RECORDER_DISTANCEFILTER": "5"])
        #expect(found.map(\.origin.place) == ["2:19"])
    }
}
