package import LocationModel

/// The data for other programs at one moment: a location or the lack of one, and the satellites.
///
/// Pure. The satellites are those that may be disclosed; see ``SharedSky``.
package struct SharedEpoch: Sendable, Hashable {
    /// Where this machine is; `nil` while there is no fix.
    package var location: Location?
    /// The satellites; `nil` if they are unknown, or not for this program.
    package var sky: SkyView?

    /// An epoch.
    package init(_ location: Location?, sky: SkyView? = nil) {
        self.location = location
        self.sky = sky
    }
}
