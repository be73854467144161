/// The one door to libgps: version guards, one gps_data_t on the heap, and one flat report per line.
///
/// No policy and no retry live here. What libgps does not know stays NaN.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A connection to gpsd. Not thread-safe: one owner, one thread at a time.
typedef struct cgps_connection cgps_connection;

/// What kind of line was read. Decided by the line's "class", never by gps_data_t.set, which accumulates.
typedef enum {
    CGPS_LINE_PARTIAL, ///< no whole line yet
    CGPS_LINE_TPV,
    CGPS_LINE_SKY,
    CGPS_LINE_GST,
    CGPS_LINE_DEVICES, ///< the list of devices, or the change of one
    CGPS_LINE_VERSION,
    CGPS_LINE_ERROR,   ///< gpsd refuses something; its "message" says why
    CGPS_LINE_SENTENCE, ///< a sentence of NMEA 0183, as the receiver sent it; see cgps_line
    CGPS_LINE_OTHER,   ///< a whole line of no interest
    CGPS_LINE_DAMAGED, ///< a line that was cut off or joined, or that is no JSON of gpsd; cgps_class if it got so far
    CGPS_LINE_CLOSED,  ///< end of file
    CGPS_LINE_FAILED,  ///< reading failed; see `error`
} cgps_line_kind;

/// One TPV, flat. Units are gpsd's: degrees, metres, metres per second. Unknown is NaN.
typedef struct {
    int mode; ///< 0 not seen, 1 no fix, 2 2D, 3 3D
    int64_t seconds; ///< of the fix, since 1970; 0 with nanoseconds 0: unknown
    int64_t nanoseconds;
    double latitude, longitude;
    double altitude_msl, altitude_hae;
    double eph, epx, epy, epv;
    double speed, eps;
    double track, epd;
    bool simulated;
    int jam;     ///< what the receiver says of jamming, 0 to 255; -1: nothing
    int antenna; ///< 0 unknown, 1 good, 2 open, 3 short; -1: nothing
    int status; ///< 0 unknown, 1 plain, 2 DGPS, 3 RTK fixed, 4 RTK float, 5 and 6 dead reckoning, 7 surveyed, 8 simulated, 9 PPS
} cgps_tpv;

/// One satellite of the sky view.
typedef struct {
    int gnss; ///< u-blox numbering: 0 GPS, 1 SBAS, 2 Galileo, 3 BeiDou, 4 IMES, 5 QZSS, 6 GLONASS, 7 NavIC
    int prn;
    int svid; ///< 0: unknown
    double elevation, azimuth, signal; ///< NaN where unknown
    bool used;
} cgps_satellite;

/// The sky view's figures; the satellites come with cgps_satellite_at.
typedef struct {
    int64_t seconds; ///< 0: unknown
    int64_t nanoseconds;
    int satellites_visible;
    int satellites_used; ///< -1: gpsd does not say how many
    bool has_satellites; ///< false: gpsd says nothing of the satellites, which is not that there are none
    double hdop, vdop;
} cgps_sky;

/// The pseudorange error statistics: one sigma, metres, NaN where unknown.
typedef struct {
    double deviation_latitude, deviation_longitude, deviation_altitude;
    double deviation_major, deviation_minor;
} cgps_gst;

/// One device of a DEVICES or DEVICE line.
typedef struct {
    const char *path;   ///< never NULL; valid until the next read
    const char *driver; ///< never NULL, may be empty
    bool activated;     ///< gpsd has it open
} cgps_device;

/// Connects and blocks while it does: never call it on a thread that others need.
/// NULL on failure, with an errno value in `*error` (0 where only libgps knows: the host or port is not to be found).
cgps_connection *cgps_open(const char *host, const char *port, int *error);

/// Asks for JSON reports, of one device or (NULL) of all, and for the sentences beside them or no longer for these.
/// False on failure, with an errno value in `*error` (EINVAL: no device can have that name).
bool cgps_watch(cgps_connection *connection, const char *device, bool sentences, int *error);

/// The same without a gpsd: for lines that were captured, which cgps_unpack takes. NULL where memory is short.
cgps_connection *cgps_offline(void);

/// Closes and frees.
void cgps_close(cgps_connection *connection);

/// The socket, non-blocking and close-on-exec, for poll.
int cgps_descriptor(const cgps_connection *connection);

/// Whether another whole line was received already.
bool cgps_waiting(const cgps_connection *connection);

/// Reads one line. `*error` is an errno value for CGPS_LINE_FAILED.
cgps_line_kind cgps_read(cgps_connection *connection, int *error);

/// Takes one captured line of gpsd, `length` bytes without its line end, as cgps_read would have; `*rest` bytes at its end are
/// further objects, to be taken as a line of their own. CGPS_LINE_PARTIAL: the object goes on in the next line. A line of 16 KiB
/// and more is CGPS_LINE_DAMAGED: gpsd's own are 10 KiB at most.
cgps_line_kind cgps_unpack(cgps_connection *connection, const char *line, size_t length, size_t *rest);

/// The text of the line that was read last, NUL-terminated, cut where it was longer than 16 KiB.
const char *cgps_line(const cgps_connection *connection);

/// The class of the line that was read last, in its quotes; empty where it has none.
const char *cgps_class(const cgps_connection *connection);

/// What a member of the line that was read last says, if that is a string; empty where there is none. Valid until the next call.
const char *cgps_text(cgps_connection *connection, const char *name);

/// gpsd's release, from its VERSION line; empty before.
const char *cgps_release(const cgps_connection *connection);

/// The path of the device that the last line spoke of; empty where it named none.
const char *cgps_device_path(const cgps_connection *connection);

cgps_tpv cgps_get_tpv(const cgps_connection *connection);
cgps_sky cgps_get_sky(const cgps_connection *connection);
cgps_gst cgps_get_gst(const cgps_connection *connection);
cgps_satellite cgps_satellite_at(const cgps_connection *connection, int index);

/// Whether the last line listed all devices (DEVICES), rather than the change of one (DEVICE).
bool cgps_is_device_list(const cgps_connection *connection);

/// How many devices the last DEVICES or DEVICE line named, and each of them.
int cgps_device_count(const cgps_connection *connection);
cgps_device cgps_device_at(const cgps_connection *connection, int index);
