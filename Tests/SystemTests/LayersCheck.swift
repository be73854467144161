import Foundation

/// Holds a target against its rule. Each violation is a sentence; none means that the layer is kept.
struct LayersCheck {
    let target: String
    let rule: LayersRule

    /// By its objects: what they ask the linker for, and which symbols they use.
    func violations(of object: LayersObjectFile, named name: String) -> [String] {
        var found: [String] = []
        for library in object.autolinked.sorted() {
            if LayersRule.foundation.contains(library), !rule.reexportsFoundation {
                found.append("\(target): \(name) links \(library); FoundationEssentials is what there is, where needed")
            } else if rule.isPure, !LayersRule.standardLibraries.contains(library) {
                found.append("\(target): \(name) links \(library); it may link the standard library only")
            }
        }
        for symbol in object.undefined.sorted() {
            for door in LayersRule.doors where !door.targets.contains(target) {
                if door.symbols.contains(where: symbol.hasPrefix) {
                    found.append(
                        "\(target): \(name) calls \(symbol); the door to \(door.library) is \(door.targets.sorted())")
                }
            }
            if !rule.isCommand, let call = LayersRule.commandSymbols[symbol] {
                found.append("\(target): \(name) calls \(call); a library leaves that to the command")
            }
            if rule.isPure, LayersRule.outsideSymbols.contains(symbol) {
                found.append("\(target): \(name) calls \(symbol); it has no I/O")
            }
            if rule.isTimeless, LayersRule.clockSymbols.contains(symbol) {
                found.append("\(target): \(name) calls \(symbol); time comes with the data")
            }
        }
        return found
    }

    /// By the functions of the C faces that it uses: those of faces that it may import.
    func violations(of object: LayersObjectFile, named name: String, faces: [String: Set<String>]) -> [String] {
        faces.filter { $0.key != target && !rule.imports.contains($0.key) }.sorted { $0.key < $1.key }.flatMap { face in
            object.undefined.intersection(face.value).sorted().map {
                "\(target): \(name) calls \($0) of \(face.key), which it may not import"
            }
        }
    }

    /// By its text: imports, and what must not be called.
    func violations(of source: LayersSource, named name: String, ours: Set<String>) -> [String] {
        var found: [String] = []
        for (module, line) in source.imports {
            let place = "\(target): \(name):\(line)"
            if ours.contains(module) {
                if !rule.imports.contains(module) { found.append("\(place) imports \(module), against the arrows") }
            } else if LayersRule.foundation.contains(module) {
                if !rule.reexportsFoundation { found.append("\(place) imports \(module)") }
            } else if rule.isPure, !LayersRule.standardModules.contains(module) {
                found.append("\(place) imports \(module); it has no dependencies")
            } else if module == "ArgumentParser", !rule.isCommand {
                found.append("\(place) imports ArgumentParser; that is the command's")
            }
        }
        for (pattern, reason) in forbidden(in: name) {
            for line in source.lines(of: pattern) {
                found.append("\(target): \(name):\(line) \(pattern.joined()): \(reason)")
            }
        }
        for body in source.initializerBodies {
            for pattern in [["Task", "{"], ["Task", "("], ["Task", ".", "detached"]] {
                for line in source.lines(of: pattern, in: body) {
                    found.append("\(target): \(name):\(line) a Task in an init: nobody can await or cancel it")
                }
            }
        }
        return found
    }

    private func forbidden(in file: String) -> [(pattern: [String], reason: String)] {
        var forbidden: [([String], String)] = [
            (["fatalError", "("], "hostile input must not end the daemon"),
            (["try", "!"], "hostile input must not end the daemon"),
            (["as", "!"], "hostile input must not end the daemon"),
        ]
        if rule.isTimeless {
            let time = "time comes with the data"
            forbidden += [(["Date", "("], time), (["Date", ".", "now"], time), (["DispatchTime"], time)]
        }
        if !LayersRule.clockDoors.contains(file) {
            let clock = "a clock is injected; its doors are in LayersRules.swift"
            forbidden += [
                (["ContinuousClock"], clock), (["SuspendingClock"], clock), (["Task", ".", "sleep"], clock),
                (["clock_gettime"], clock), (["gettimeofday"], clock),
            ]
        }
        return forbidden
    }
}
