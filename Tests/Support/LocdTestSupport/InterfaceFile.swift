import Foundation

/// Reads an interface in the Varlink interface language, as far as ours need it. Anything else is an error.
public struct InterfaceFile {
    /// The text is no such interface near these words.
    public struct Malformed: Error {
        let near: [String]
    }

    /// The name of the interface.
    public private(set) var name = ""
    /// What each method takes and answers.
    public private(set) var methods: [String: (parameters: VarlinkType, reply: VarlinkType)] = [:]
    /// What each error tells.
    public private(set) var errors: [String: VarlinkType] = [:]
    /// The named types.
    public private(set) var types: [String: VarlinkType] = [:]
    private var tokens: ArraySlice<String>

    /// Reads the text of an interface.
    public init(_ text: String) throws {
        tokens = Self.tokens(of: text)[...]
        try expect("interface")
        name = try next()
        while !tokens.isEmpty {
            switch try next() {
            case "type":
                let name = try next()
                types[name] = try group()
            case "method":
                let name = try next()
                let parameters = try group()
                try expect("->")
                methods[name] = (parameters, try group())
            case "error":
                let name = try next()
                errors[name] = try group()
            default: throw Malformed(near: Array(tokens.prefix(3)))
            }
        }
        for (name, method) in methods {
            methods[name] = (try resolved(method.parameters), try resolved(method.reply))
        }
        errors = try errors.mapValues(resolved)
        types = try types.mapValues(resolved)
    }

    private static func tokens(of text: String) -> [String] {
        var tokens: [String] = []
        for line in text.split(separator: "\n") {
            var word = ""
            func endWord() {
                if !word.isEmpty { tokens.append(word) }
                word = ""
            }
            for character in line.prefix(while: { $0 != "#" }) {
                switch character {
                case _ where character.isLetter || character.isNumber || character == "." || character == "_":
                    word.append(character)
                case ">" where tokens.last == "-": tokens[tokens.count - 1] = "->"
                case " ", "\t": endWord()
                default:
                    endWord()
                    tokens.append(String(character))
                }
            }
            endWord()
        }
        return tokens
    }

    private mutating func next() throws -> String {
        guard let token = tokens.popFirst() else { throw Malformed(near: ["the end"]) }
        return token
    }

    private mutating func expect(_ token: String) throws {
        guard try next() == token else { throw Malformed(near: [token] + tokens.prefix(3)) }
    }

    /// `(a, b)` or `(a: type, b: type)`; empty is a structure of nothing.
    private mutating func group() throws -> VarlinkType {
        try expect("(")
        var words: [String] = []
        var members: [String: VarlinkType] = [:]
        while tokens.first != ")" {
            if !words.isEmpty || !members.isEmpty { try expect(",") }
            let name = try next()
            if tokens.first == ":" {
                try expect(":")
                guard members.updateValue(try type(), forKey: name) == nil else { throw Malformed(near: [name]) }
            } else {
                words.append(name)
            }
        }
        try expect(")")
        guard words.isEmpty || members.isEmpty else { throw Malformed(near: words) }
        return words.isEmpty ? .structure(members) : .enumeration(words.sorted())
    }

    /// systemd's reader of interfaces takes neither an array of arrays nor a structure without a name within another.
    private mutating func type(inArray: Bool = false, isOptional: Bool = false) throws -> VarlinkType {
        if tokens.first == "(" {
            let group = try group()
            guard case .enumeration = group else { throw Malformed(near: ["structure without a name"]) }
            return group
        }
        switch try next() {
        case "?" where !inArray && !isOptional: return .optional(try type(isOptional: true))
        case "[" where !inArray:
            if tokens.first == "string" {
                try expect("string")
                try expect("]")
                return .dictionary(try type(inArray: true))
            }
            try expect("]")
            return .array(try type(inArray: true))
        case let token where !(token.first?.isLetter ?? false): throw Malformed(near: [token])
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case let name: return .named(name)
        }
    }

    private func resolved(_ type: VarlinkType) throws -> VarlinkType {
        switch type {
        case .bool, .int, .float, .string, .enumeration: return type
        case .optional(let inner): return .optional(try resolved(inner))
        case .array(let inner): return .array(try resolved(inner))
        case .dictionary(let inner): return .dictionary(try resolved(inner))
        case .structure(let members): return .structure(try members.mapValues(resolved))
        case .named(let name):
            guard let type = types[name] else { throw Malformed(near: [name]) }
            return try resolved(type)
        }
    }
}

/// A type of the interface language.
public indirect enum VarlinkType: Hashable, Sendable {
    case bool, int, float, string
    case optional(VarlinkType)
    case array(VarlinkType)
    case dictionary(VarlinkType)
    case enumeration([String])
    case structure([String: VarlinkType])
    case named(String)

    /// The names of a structure's members.
    public var members: Set<String> { if case .structure(let members) = self { Set(members.keys) } else { [] } }

    /// Whether a value that was read from JSON is of this type.
    public func accepts(_ value: Any) -> Bool {
        // A character is a truth value, a double has a decimal point, and anything else is an integer.
        let number = (value as? NSNumber).map { String(cString: $0.objCType) }
        switch self {
        case .bool: return number == "c"
        case .int: return number.map { $0 != "c" && $0 != "d" } ?? false
        case .float: return number.map { $0 != "c" } ?? false
        case .string: return value is String
        case .optional(let inner): return inner.accepts(value)
        case .array(let inner): return (value as? [Any])?.allSatisfy(inner.accepts) ?? false
        case .dictionary(let inner): return (value as? [String: Any])?.values.allSatisfy(inner.accepts) ?? false
        case .enumeration(let words): return (value as? String).map(words.contains) ?? false
        case .named: return false
        case .structure(let members):
            guard let object = value as? [String: Any] else { return false }
            let isComplete = members.allSatisfy { name, type in
                if case .optional = type { true } else { object[name] != nil }
            }
            return isComplete && object.allSatisfy { name, value in members[name]?.accepts(value) ?? false }
        }
    }
}
