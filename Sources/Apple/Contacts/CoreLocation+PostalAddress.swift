public import CoreLocation

extension CLPlacemark {
    /// The address, if a street, a city, a state, a postal code or a country is known.
    public var postalAddress: CNPostalAddress? {
        let address = CNMutablePostalAddress()
        // Some countries write the number behind the street; the geocoder's table does not say it, so it stands before
        // as Apple's.
        address.street = [subThoroughfare, thoroughfare].compactMap { $0 }.joined(separator: " ")
        address.subLocality = subLocality ?? ""
        address.city = locality ?? ""
        address.subAdministrativeArea = subAdministrativeArea ?? ""
        address.state = administrativeArea ?? ""
        address.postalCode = postalCode ?? ""
        address.country = country ?? ""
        address.isoCountryCode = isoCountryCode ?? ""
        let known = [address.street, address.city, address.state, address.postalCode, address.country]
        return known.allSatisfy(\.isEmpty) ? nil : address.copy() as? CNPostalAddress
    }
}

extension CLGeocoder {
    /// Finds the place of a postal address.
    public func geocodePostalAddress(
        _ postalAddress: CNPostalAddress, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        geocodePostalAddress(postalAddress, preferredLocale: nil, completionHandler: completionHandler)
    }

    /// Finds the place of a postal address, with names in a language of choice.
    public func geocodePostalAddress(
        _ postalAddress: CNPostalAddress, preferredLocale locale: Locale?,
        completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        geocodeAddressString(
            postalAddress.question, in: nil, preferredLocale: locale, completionHandler: completionHandler)
    }

    /// Finds the place of a postal address.
    public func geocodePostalAddress(
        _ postalAddress: CNPostalAddress, preferredLocale locale: Locale? = nil
    ) async throws -> [CLPlacemark] {
        try await geocodeAddressString(postalAddress.question, in: nil, preferredLocale: locale)
    }
}

extension CNPostalAddress {
    /// One line, from the street to the country, as a geocoder is asked.
    var question: String {
        let place = [postalCode, city].filter { !$0.isEmpty }.joined(separator: " ")
        let country = country.isEmpty ? isoCountryCode : country
        return [street.replacingOccurrences(of: "\n", with: ", "), place, state, country].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
