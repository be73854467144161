/// A difference of longitudes, or a longitude, brought to -180..<180 degrees: the shorter way around the Earth.
@inlinable
package func wrappedLongitude(_ degrees: Double) -> Double {
    if degrees >= -180, degrees < 180 { return degrees }
    return degrees - 360 * ((degrees + 180) / 360).rounded(.down)
}
