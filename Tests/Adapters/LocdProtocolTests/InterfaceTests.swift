import LocdProtocol
import Testing

@Suite struct InterfaceTests {
    @Test func theInterfaceFileAndTheSwiftTypesOfItsMethodsAreEqual() throws {
        let file = try InterfaceFile(LocationInterface.description)
        #expect(file.name == LocationInterface.name)
        let methods = LocationInterface.methods
        #expect(Set(file.methods.keys) == Set(methods.map { String($0.name.dropFirst(file.name.count + 1)) }))
        for method in methods { try expect(method, in: file) }
    }

    /// Some readers of interfaces, the one of Python among them, keep all members under one name each.
    @Test func noTwoMembersOfTheInterfaceHaveOneName() throws {
        let names = LocationInterface.description.split(separator: "\n").compactMap { line -> Substring? in
            let words = line.split(whereSeparator: { " (".contains($0) })
            return words.count > 1 && ["type", "method", "error"].contains(words[0]) ? words[1] : nil
        }
        #expect(names.count > 50)
        #expect(Set(names).count == names.count)
    }

    @Test func theServiceInterfaceAndItsSwiftTypesAreEqual() throws {
        let file = try InterfaceFile(ServiceInterface.description)
        #expect(file.name == ServiceInterface.name)
        #expect(Set(file.methods.keys) == ["GetInfo", "GetInterfaceDescription"])
        try expect(ServiceInterface.GetInfo.self, in: file)
        try expect(ServiceInterface.GetInterfaceDescription.self, in: file)
    }

    @Test func everyErrorOfTheInterfacesIsOneThatIsSentAndCarriesWhatItPromises() throws {
        let sent = Dictionary(uniqueKeysWithValues: VarlinkErrorTests.all.map { ($0.name, members(of: $0)) })
        for text in [LocationInterface.description, ServiceInterface.description] {
            let file = try InterfaceFile(text)
            for (name, shape) in file.errors {
                guard case .structure(let promised) = shape else {
                    Issue.record("\(name) is no structure")
                    continue
                }
                #expect(sent["\(file.name).\(name)"] == Set(promised.keys), "\(name)")
            }
            #expect(sent.keys.count { $0.hasPrefix(file.name + ".") } == file.errors.count)
        }
    }

    @Test func aMemberThatIsMissingOrOfAnotherTypeIsNoticed() throws {
        struct Reply: Codable {
            var text: String
            var count: Int?
        }
        let shape = try SwiftShape.shape(of: Reply.self)
        for text in ["(text: string)", "(text: string, count: int)", "(text: ?string, count: ?int)", "()"] {
            let file = try InterfaceFile("interface a.b\nmethod M() -> \(text)")
            #expect(file.methods["M"]?.reply != shape, "\(text)")
        }
        let file = try InterfaceFile("interface a.b\nmethod M() -> (count: ?int, text: string)")
        #expect(file.methods["M"]?.reply == shape)
    }

    @Test(
        "what systemd's varlinkctl cannot read in an interface is noticed",
        arguments: [
            "[][]int", "?[][]string", "[]?int", "??int", "(a: T)", "[](a: int)", "?(a: int, b: string)",
            "[string][]int", "[int]", ":",
        ])
    func strictTypes(type: String) {
        #expect(throws: InterfaceFile.Malformed.self) {
            try InterfaceFile("interface a.b\ntype T (c: int)\nmethod M() -> (x: \(type))")
        }
    }

    private func expect<Method: VarlinkMethod>(
        _ method: Method.Type, in file: InterfaceFile, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let name = String(method.name.dropFirst(file.name.count + 1))
        let described = try #require(file.methods[name], sourceLocation: sourceLocation)
        #expect(described.reply == (try SwiftShape.shape(of: Method.Reply.self)), sourceLocation: sourceLocation)
        let parameters = try SwiftShape.shape(of: Method.Parameters.self)
        #expect(described.parameters == parameters, sourceLocation: sourceLocation)
        guard case .structure(let members) = parameters else {
            Issue.record("Parameters are no structure", sourceLocation: sourceLocation)
            return
        }
        #expect(Set(members.keys) == Method.Parameters.parameterNames, sourceLocation: sourceLocation)
    }

    private func members(of error: VarlinkError) -> Set<String> {
        struct Reply: Decodable {
            var parameters: Names
        }
        struct Names: Decodable {
            var names: Set<String>

            init(from decoder: any Decoder) throws {
                names = Set(try decoder.singleValueContainer().decode([String: Anything].self).keys)
            }
        }
        struct Anything: Decodable {
            init(from decoder: any Decoder) throws {}
        }
        return (try? decoded(Reply.self, VarlinkReply.encode(error).dropLast()))?.parameters.names ?? ["unreadable"]
    }
}
