import Foundation
import Subprocess
import Testing

/// The layers of the design, read from what was built: SwiftPM compares imports with the manifest, and misses a C target that is
/// reached through another, a system library that an import brings, and a manifest that was changed along with the import.
@Suite("Layers")
struct LayersTests {
    private let build: LayersBuild

    init() throws {
        build = try LayersBuild()
    }

    @Test("every target has a rule")
    func everyTargetHasARule() throws {
        let faces = Set(try build.targets().filter { build.sources(of: $0).isEmpty })
        let named = Set(LayersRule.ofTarget.values.flatMap(\.imports))
        for target in try build.targets() {
            #expect(
                LayersRule.ofTarget[target] != nil || LayersRule.moduleMaps.contains(target)
                    || (faces.contains(target) && named.contains(target)),
                "\(target) is in no layer: say in LayersRules.swift what it may import, or who may import it")
        }
    }

    @Test("sources import along the arrows, and neither crash, print nor read a clock where they must not")
    func sourcesKeepTheirLayer() throws {
        let ours = try build.targets()
        for (target, rule) in LayersRule.ofTarget where ours.contains(target) {
            let sources = build.sources(of: target)
            #expect(!sources.isEmpty, "no sources of \(target)")
            let check = LayersCheck(target: target, rule: rule)
            for file in sources {
                let source = try LayersSource.read(file)
                #expect(check.violations(of: source, named: file.lastPathComponent, ours: ours) == [])
            }
        }
    }

    @Test("objects link and call what their layer may")
    func objectsKeepTheirLayer() throws {
        let ours = try build.targets()
        let faces = try functionsOfFaces()
        #expect(faces["CZlib"]?.isEmpty == false, "the C faces' objects are not where they were")
        for target in ours {
            let isFace = build.sources(of: target).isEmpty
            let check = LayersCheck(target: target, rule: LayersRule.ofTarget[target] ?? LayersRule(imports: []))
            let objects = build.objects(of: target)
            #expect(isFace || !objects.isEmpty, "no objects of \(target) in \(build.products.path)")
            for url in objects {
                let object = try LayersObjectFile(path: url.path)
                #expect(isFace || object.autolinked.contains("swiftCore"), "\(url.path) does not say what it links")
                #expect(check.violations(of: object, named: url.lastPathComponent) == [])
                #expect(check.violations(of: object, named: url.lastPathComponent, faces: faces) == [])
            }
        }
    }

    @Test("a client reaches neither libgps nor the daemon, by whatever way")
    func clientReachesNoReceiver() throws {
        let ours = try build.targets()
        let faces = Set(ours.filter { build.sources(of: $0).isEmpty })
        var imports: [String: Set<String>] = [:]
        for target in ours {
            for file in build.sources(of: target) {
                let source = try LayersSource.read(file)
                imports[target, default: []].formUnion(source.imports.map(\.module))
            }
        }
        for client in ["LocdClient", "CoreLocation"] where ours.contains(client) {
            #expect(reached(from: client, by: imports).isDisjoint(with: Self.daemonSide))
            // Other packages see the module too, without the module maps of its C targets.
            #expect(reached(from: client, by: imports).isDisjoint(with: faces), "\(client) reaches a C target")
        }
        // A detour is seen.
        imports["LocationModel", default: []].insert("Receivers")
        imports["Receivers", default: []].insert("CGPS")
        imports["LocdClient", default: []].insert("LocationModel")
        #expect(reached(from: "LocdClient", by: imports).contains("CGPS"))
    }

    @Test("the binary needs no Foundation beyond FoundationEssentials")
    func binaryNeedsNoFoundation() async throws {
        let locd = build.products.appending(path: "locd").path
        #expect(!(try LayersObjectFile(path: locd).needed.isEmpty))
        #expect(foundation(in: try LayersObjectFile(path: locd).needed) == [])
        #expect(foundation(in: try await librariesLoaded(by: locd)) == [])
        // The same eyes see it where it is: in this test program.
        let test = try LayersBuild.testProgram()
        #expect(foundation(in: try LayersObjectFile(path: test).needed) != [])
        #expect(foundation(in: try await librariesLoaded(by: test)) != [])
    }

    @Test("what breaks a layer is found in an object", arguments: ["LocationModel", "LocationServices", "NMEA"])
    func violationsInObjectsAreFound(target: String) throws {
        let rule = try #require(LayersRule.ofTarget[target])
        let check = LayersCheck(target: target, rule: rule)
        // This test's own object imports Foundation, and a pure target's may not.
        let test = try object("LayersTests.swift.o", of: "SystemTests")
        #expect(check.violations(of: test, named: "x").contains { $0.contains("links Foundation;") })
        // The face of zlib calls zlib, and only it may.
        let face = try object("CZlib.c.o", of: "CZlib")
        #expect(check.violations(of: face, named: "x").contains { $0.contains("the door to zlib") })
        // This file's `printing` prints, and a library may not.
        #expect(check.violations(of: test, named: "x").contains { $0.contains("calls print;") })
        #expect(
            check.violations(of: test, named: "x", faces: ["CGPS": test.undefined]).count == test.undefined.count)
        // This file's `calling` asks the C library for what SystemSupport gives.
        for symbol in ["strerror", "getpwnam", "getgrnam", "pthread_create", "rename"] {
            #expect(check.violations(of: test, named: "x").contains { $0.contains("calls \(symbol);") }, "\(symbol)")
        }
    }

    @Test(
        "what breaks a layer is found in a source",
        arguments: [
            ("LocationModel", "import Foundation"),
            ("LocationModel", "@preconcurrency public import struct Foundation.Date"),
            ("LocationServices", "import Receivers"), ("LocdClient", "import CGPS"), ("Tracks", "import CYaml"),
            ("NMEA", "import FoundationEssentials"), ("LocationServices", "import Logging"),
            ("LocdDaemon", "import ArgumentParser"),
            ("Receivers", "let x = try! f()"), ("locd", "guard let x else { fatalError(\"\\(y)\") }"),
            ("Tracks", "let now = Date()"), ("Tracks", "let now = Date.now"), ("Tracks", "let s = \"\\(Date())\""),
            ("LocationServices", "let c = ContinuousClock()"), ("Nominatim", "let began = ContinuousClock.now"),
            ("LocdDaemon", "try await Task.sleep(for: .seconds(1))"), ("LocdProtocol", "/* \" */ try! f()"),
            ("LocationServices", "actor A { init(x: Int) async throws { y = x; Task { await run() } } }"),
            ("LocdDaemon", "class A { init?() { if a { Task.detached { } } } }"), ("Receivers", "x as! Int"),
        ])
    func violationsInSourcesAreFound(target: String, text: String) throws {
        let check = LayersCheck(target: target, rule: try #require(LayersRule.ofTarget[target]))
        let ours = Set(LayersRule.ofTarget.keys).union(["CGPS", "CYaml", "CLinux", "CZlib"])
        #expect(check.violations(of: LayersSource(text), named: "X.swift", ours: ours).count == 1)
    }

    @Test(
        "what only looks like it is left alone",
        arguments: [
            "// import Foundation\n/* /* try! */ fatalError() */ let x = 1",
            "let s = \"Date() \\(name + \"try! f()\") try!\"", "let s = #\"\"fatalError()\" \\(x)\"#",
            "let s = \"\"\"\n  import Foundation \"try! f()\"\n  \"\"\"",
            "import Synchronization",
            "protocol P { init(x: Int) }\nfunc f() { Task { } }", "self.fatalError(1)", "let d = DateComponents()",
            "func fatalError(_ x: Int) {}", "#if canImport(Foundation)\n#endif",
        ])
    func harmlessSourcesPass(text: String) throws {
        let check = LayersCheck(target: "LocationModel", rule: try #require(LayersRule.ofTarget["LocationModel"]))
        #expect(check.violations(of: LayersSource(text), named: "X.swift", ours: ["CZlib"]) == [])
    }

    @Test("the machine's clock has one door")
    func machineClockHasOneDoor() throws {
        let check = LayersCheck(target: "LocationServices", rule: try #require(LayersRule.ofTarget["LocationServices"]))
        let source = LayersSource("let c = ContinuousClock()")
        #expect(check.violations(of: source, named: "MonotonicClock.swift", ours: []) == [])
        #expect(check.violations(of: source, named: "Other.swift", ours: []) != [])
    }

    @Test("a file that is no object is refused, whatever it holds")
    func malformedObjectsAreRefused() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "layers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let whole = try Data(contentsOf: try url("CZlib.c.o", of: "CZlib"))
        let file = directory.appending(path: "broken.o")
        for length in [0, 3, 63, 64, whole.count / 2, whole.count - 1] {
            try whole.prefix(length).write(to: file)
            #expect(throws: LayersObjectFile.Malformed.self) { try LayersObjectFile(path: file.path) }
        }
    }

    /// What only the daemon's side may hold.
    private static let daemonSide: Set<String> = [
        "CGPS", "CYaml", "Receivers", "LocationServices", "Tracks", "LocdDaemon",
    ]

    private func reached(from target: String, by imports: [String: Set<String>]) -> Set<String> {
        var reached: Set<String> = []
        var next = [target]
        while let target = next.popLast() {
            let new = (imports[target] ?? []).subtracting(reached)
            reached.formUnion(new)
            next += new
        }
        return reached
    }

    /// The functions that each C face gives to Swift.
    private func functionsOfFaces() throws -> [String: Set<String>] {
        var faces: [String: Set<String>] = [:]
        for target in try build.targets() where build.sources(of: target).isEmpty {
            for url in build.objects(of: target) {
                faces[target, default: []].formUnion(try LayersObjectFile(path: url.path).defined)
            }
        }
        return faces
    }

    private func url(_ name: String, of target: String) throws -> URL {
        let directory = build.products.appending(path: "\(target).build")
        return try #require(
            FileManager.default.fileExists(atPath: directory.appending(path: name).path)
                ? directory.appending(path: name) : nil, "no \(name) in \(directory.path)")
    }

    private func object(_ name: String, of target: String) throws -> LayersObjectFile {
        try LayersObjectFile(path: try url(name, of: target).path)
    }

    private func foundation(in libraries: Set<String>) -> [String] {
        libraries.filter { library in
            LayersRule.foundation.contains { library.hasPrefix("lib\($0).so") }
        }.sorted()
    }

    /// What the loader would bring in, libraries of libraries too.
    private func librariesLoaded(by path: String) async throws -> Set<String> {
        let result = try await run(.name("ldd"), arguments: [path], output: .string(limit: 1 << 20), error: .discarded)
        let output = result.standardOutput
        let names = output.split(separator: "\n").compactMap { line in
            line.split(whereSeparator: \.isWhitespace).first.map(String.init)
        }
        #expect(names.contains { $0.hasPrefix("libc.so") }, "ldd said: \(output)")
        return Set(names)
    }
}

/// Never called: it is there to be seen in this file's object.
func printing() {
    print("")
}

/// Never called: what ``LayersRule/doors`` keep for one target.
func calling() {
    var thread = pthread_t()
    _ = (strerror(0), getpwnam(""), getgrnam(""), rename("", ""))
    pthread_create(&thread, nil, { _ in nil }, nil)
}
