#include "CGeographic.h"

#include <GeographicLib/Geodesic.hpp>
#include <GeographicLib/PolygonArea.hpp>

using GeographicLib::Geodesic;
using GeographicLib::PolygonArea;

extern "C" void cgeographic_inverse(
    double latitude1, double longitude1, double latitude2, double longitude2,
    double *distance, double *azimuth1, double *azimuth2)
{
    Geodesic::WGS84().Inverse(latitude1, longitude1, latitude2, longitude2, *distance, *azimuth1, *azimuth2);
}

extern "C" void cgeographic_direct(
    double latitude, double longitude, double azimuth, double distance,
    double *latitude2, double *longitude2)
{
    Geodesic::WGS84().Direct(latitude, longitude, azimuth, distance, *latitude2, *longitude2);
}

extern "C" double cgeographic_polygon_area(const double *latitudeLongitude, long count)
{
    PolygonArea polygon(Geodesic::WGS84());
    for (long i = 0; i < count; i++) {
        polygon.AddPoint(latitudeLongitude[2 * i], latitudeLongitude[2 * i + 1]);
    }
    double perimeter = 0, area = 0;
    polygon.Compute(false, true, perimeter, area);
    return area;
}
