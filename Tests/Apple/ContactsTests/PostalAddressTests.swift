import CoreLocation
import Testing

@testable import Contacts

@Suite("Postal addresses")
struct PostalAddressTests {
    private func address(_ country: String, _ code: String) -> CNMutablePostalAddress {
        let address = CNMutablePostalAddress()
        address.street = "1 Main Street"
        address.city = "Town"
        address.state = "ST"
        address.postalCode = "12345"
        address.country = country
        address.isoCountryCode = code
        return address
    }

    @Test(arguments: [
        ("United States", "US", "1 Main Street\nTown ST 12345\nUnited States"),
        ("Germany", "de", "1 Main Street\n12345 Town\nGermany"),
        ("Italy", "IT", "1 Main Street\n12345 Town ST\nItaly"),
        ("United Kingdom", "GB", "1 Main Street\nTown\n12345\nUnited Kingdom"),
        ("", "", "1 Main Street\nTown ST 12345"),
    ])
    func `An address has the lines of its country`(country: String, code: String, lines: String) {
        #expect(CNPostalAddressFormatter.string(from: address(country, code), style: .mailingAddress) == lines)
        #expect(CNPostalAddressFormatter().string(for: address(country, code)) == lines)
        #expect(CNPostalAddressFormatter().string(from: CNPostalAddress()) == "")
    }

    @Test func `Copies are equal, and a copy does not change with the original`() throws {
        let original = address("Chile", "CL")
        let copy = try #require(original.copy() as? CNPostalAddress)
        #expect(copy == original && copy.hash == original.hash && !(copy is CNMutablePostalAddress))
        original.city = "Village"
        #expect(copy.city == "Town" && copy != original)
        let mutable = try #require(copy.mutableCopy() as? CNMutablePostalAddress)
        mutable.subLocality = "Center"
        #expect(copy.subLocality == "" && mutable.subLocality == "Center")
    }

    @Test func `An archive keeps all parts`() throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: address("Chile", "CL"), requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CNMutablePostalAddress.self, from: data)
        #expect(read == address("Chile", "CL"))
    }

    @Test func `A geocoder is asked from the street to the country`() {
        #expect(address("Chile", "CL").question == "1 Main Street, 12345 Town, ST, Chile")
        #expect(address("", "CL").question == "1 Main Street, 12345 Town, ST, CL")
        #expect(CNPostalAddress().question == "")
    }
}
