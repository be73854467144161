import LocdConfiguration
import LocdProtocol

/// The address server of the geocoder. Without it the place table answers, so nothing here keeps locd from recording.
extension Doctor {
    func geocoder() -> DoctorCheck {
        let settings = configuration.geocoder
        guard let server = settings.server else {
            return DoctorCheck(.geocoder, .ok, "no address server is configured")
        }
        // Only the user locd may connect to the socket, so nobody else can try whether it answers.
        guard box.exists(settings.helper) else {
            return DoctorCheck(
                .geocoder, .warning,
                "\(server) is not queried: locd-geocode is not listening at \(settings.helper)",
                remedy: "\(Configuration.Geocoder.helperRemedy).")
        }
        return DoctorCheck(.geocoder, .ok, "\(server), through locd-geocode at \(settings.helper)")
    }
}
