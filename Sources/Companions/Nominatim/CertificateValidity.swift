/// From when to when a certificate is valid, in seconds since 1970.
struct CertificateValidity: Sendable, Hashable {
    var from: Int64
    var to: Int64
}
