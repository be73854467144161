import Foundation
import LocationModel
import LocdTestSupport
import Testing
import TrackTestSupport
import Tracks

/// The published schema and the code say the same.
@Suite struct TrackSchemaTests {
    private let schema: [String: Any]
    private let definitions: [String: [String: Any]]

    init() throws {
        let path = URL(filePath: Checkout.path("Documentation/schemas/track.schema.json"))
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: path))
        schema = try #require(json as? [String: Any])
        definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    }

    private func object(_ record: TrackRecord) throws -> [String: Any] {
        let data = Data(line(record).utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func definition(of type: String) throws -> [String: Any] {
        let found = definitions.values.first {
            (($0["properties"] as? [String: [String: Any]])?["type"]?["const"] as? String) == type
        }
        return try #require(found, "no definition of \(type)")
    }

    private func properties(of type: String) throws -> [String: [String: Any]] {
        try #require(try definition(of: type)["properties"] as? [String: [String: Any]])
    }

    @Test(arguments: everyRecord)
    func `Every key that is written is in the schema`(record: TrackRecord) throws {
        let written = try object(record)
        let type = try #require(written["type"] as? String)
        let known = try properties(of: type)
        #expect(Set(written.keys) == Set(known.keys), "a sample has every key that its type can have")
        let required = try #require(try definition(of: type)["required"] as? [String])
        #expect(Set(required).isSubset(of: written.keys))
        for (key, value) in written { try check(value, against: known[key] ?? [:], key) }
    }

    @Test func `Every type is offered by the schema`() throws {
        let offered = try #require(schema["anyOf"] as? [[String: String]]).compactMap { $0["$ref"] }
        let types = try Set(everyRecord.map { try #require(try object($0)["type"] as? String) })
        for type in types {
            let name = try #require(
                definitions.first {
                    (($0.value["properties"] as? [String: [String: Any]])?["type"]?["const"] as? String) == type
                }?.key)
            #expect(offered.contains("#/$defs/\(name)"), "\(type)")
        }
    }

    @Test func `Every cause is in the schema`() throws {
        func causes(_ type: String) throws -> Set<String> {
            Set(try #require(try properties(of: type)["cause"]?["enum"] as? [String]))
        }
        #expect(try causes("gap") == Set(OutageCause.allCases.map(\.rawValue)))
        #expect(try causes("loss") == Set(TrackLoss.Cause.allCases.map(\.rawValue)))
        #expect(try causes("pause") == ["stationary"])
        #expect(try causes("resume") == ["displacement", "speed", "requested"])
    }

    @Test func `Header of the code is of the schema's version`() throws {
        #expect(try properties(of: "header")["schema"]?["minimum"] as? Int == 1)
        #expect((schema["$id"] as? String)?.hasSuffix("/track-\(TrackHeader.currentSchema).json") == true)
    }

    private func check(_ value: Any, against schema: [String: Any], _ key: String) throws {
        var schema = schema
        if let reference = schema["$ref"] as? String {
            let name = try #require(reference.split(separator: "/").last)
            schema = try #require(definitions[String(name)], "\(key)")
        }
        switch schema["type"] as? String {
        case "number", "integer":
            let number = try #require(value as? NSNumber, "\(key)").doubleValue
            if let minimum = (schema["minimum"] as? NSNumber)?.doubleValue { #expect(number >= minimum, "\(key)") }
            if let maximum = (schema["maximum"] as? NSNumber)?.doubleValue { #expect(number <= maximum, "\(key)") }
            if let bound = (schema["exclusiveMinimum"] as? NSNumber)?.doubleValue { #expect(number > bound, "\(key)") }
            if let bound = (schema["exclusiveMaximum"] as? NSNumber)?.doubleValue { #expect(number < bound, "\(key)") }
        case "boolean": #expect(value is Bool, "\(key)")
        case "array":
            let items = try #require(schema["items"] as? [String: Any], "\(key)")
            for item in try #require(value as? [Any], "\(key)") { try check(item, against: items, key) }
        case "string":
            let text = try #require(value as? String, "\(key)")
            if let words = schema["enum"] as? [String] { #expect(words.contains(text), "\(key)") }
            if let pattern = schema["pattern"] as? String {
                #expect(text.range(of: pattern, options: .regularExpression) != nil, "\(key)")
            }
        default: #expect(schema["const"] != nil, "\(key) has no type")
        }
    }
}
