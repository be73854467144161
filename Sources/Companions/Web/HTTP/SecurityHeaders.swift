/// The headers of every reply.
enum SecurityHeaders {
    /// No inline code, no other server but the administrator's server of tiles, no frames.
    private static func policy(tiles: TileServer?) -> String {
        [
            "default-src 'none'", "script-src 'self'", "style-src 'self'",
            "img-src 'self' data:" + (tiles.map { " \($0.origin)" } ?? ""), "connect-src 'self'", "base-uri 'none'",
            "form-action 'self'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    static func all(tiles: TileServer?) -> [(name: String, value: String)] {
        [
            ("Content-Security-Policy", policy(tiles: tiles)), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Permissions-Policy", "geolocation=(), camera=(), microphone=(), interest-cohort=()"),
        ]
    }
}
