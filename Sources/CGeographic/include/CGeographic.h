/// The C face of GeographicLib: geodesics and areas on the WGS 84 ellipsoid, after
/// C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87, 43-55 (2013), accurate to about 15 nm.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Solves the inverse problem between two points in degrees.
/// Writes the distance in metres and the azimuths at both points in degrees, clockwise from north, [-180, 180].
/// Latitudes outside [-90, 90] and values that are not finite give NaN.
void cgeographic_inverse(
    double latitude1, double longitude1, double latitude2, double longitude2,
    double *distance, double *azimuth1, double *azimuth2);

/// Solves the direct problem: from a point in degrees, `distance` metres along `azimuth` degrees.
/// Writes latitude [-90, 90] and longitude [-180, 180] in degrees.
void cgeographic_direct(
    double latitude, double longitude, double azimuth, double distance,
    double *latitude2, double *longitude2);

/// The area in square metres of the polygon whose `count` vertices stand as latitude, longitude pairs in degrees,
/// positive where they run counter-clockwise.
double cgeographic_polygon_area(const double *latitudeLongitude, long count);

#ifdef __cplusplus
}
#endif
