package import LocationModel

/// What other programs are told at one moment: a location, or that there is none, and the satellites.
///
/// Pure. The satellites are those that may be told of; see ``SharedSky``.
package struct SharedEpoch: Sendable, Hashable {
    /// Where this machine is; `nil` while there is no fix.
    package var location: Location?
    /// The satellites; `nil` where they are not known, or not for this program.
    package var sky: SkyView?

    /// An epoch.
    package init(_ location: Location?, sky: SkyView? = nil) {
        self.location = location
        self.sky = sky
    }
}
