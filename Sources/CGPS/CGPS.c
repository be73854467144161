#include "CGPS.h"

#include <errno.h>
#include <fcntl.h>
#include <gps.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Before API 9 (gpsd 3.20) a time is a double.
#if GPSD_API_MAJOR_VERSION < 9
#error "locd needs libgps with API 9 or newer (gpsd 3.20)"
#endif

// The status moved into the fix with API 10, and its constants were renamed more than once: name the numbers.
#if GPSD_API_MAJOR_VERSION < 10
#define FIX_STATUS(data) ((data)->status)
#else
#define FIX_STATUS(data) ((data)->fix.status)
#endif
enum { STATUS_NUMBER_DGPS = 2, STATUS_NUMBER_RTK_FLOAT = 4, STATUS_NUMBER_SIMULATED = 8 };

enum { LINE_LIMIT = 16 * 1024 };

struct cgps_connection {
    struct gps_data_t data;
    char line[LINE_LIMIT];
    char release[64];
    bool line_is_device;
    bool line_is_device_list;
};

cgps_connection *cgps_open(const char *host, const char *port, int *error)
{
    cgps_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        *error = ENOMEM;
        return NULL;
    }
    errno = 0;
    if (gps_open(host, port, &connection->data) != 0) {
        // The real reason stands in errno; gps_errstr would mislead.
        *error = errno;
        free(connection);
        return NULL;
    }
    int descriptor = (int)connection->data.gps_fd;
    (void)fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    (void)fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    return connection;
}

bool cgps_watch(cgps_connection *connection, const char *device, int *error)
{
    unsigned flags = WATCH_ENABLE | WATCH_JSON;
    if (device != NULL) {
        flags |= WATCH_DEVICE;
    }
    errno = 0;
    if (gps_stream(&connection->data, flags, (void *)device) != 0) {
        *error = errno;
        return false;
    }
    return true;
}

void cgps_close(cgps_connection *connection)
{
    (void)gps_close(&connection->data);
    free(connection);
}

int cgps_descriptor(const cgps_connection *connection)
{
    return (int)connection->data.gps_fd;
}

bool cgps_waiting(const cgps_connection *connection)
{
    return gps_waiting(&connection->data, 0);
}

/// Copies the string value of a top-level member of the line; false where it is absent or does not fit.
static bool member(const char *line, const char *key, char *value, size_t size)
{
    const char *start = strstr(line, key);
    if (start == NULL) {
        return false;
    }
    start += strlen(key);
    const char *end = strchr(start, '"');
    if (end == NULL || (size_t)(end - start) >= size) {
        return false;
    }
    memcpy(value, start, (size_t)(end - start));
    value[end - start] = '\0';
    return true;
}

/// Whether the line is one whole object: what was opened is closed, and nothing follows. libgps takes what it can from a line
/// that was cut off, half a number too, and does not say so.
static bool is_whole_object(const char *line)
{
    size_t depth = 0;
    bool in_string = false;
    for (const char *byte = line; *byte != '\0'; byte++) {
        if (in_string) {
            if (*byte == '\\' && byte[1] != '\0') {
                byte++;
            } else if (*byte == '"') {
                in_string = false;
            }
        } else if (*byte == '"') {
            in_string = true;
        } else if (*byte == '{' || *byte == '[') {
            depth++;
        } else if (*byte == '}' || *byte == ']') {
            if (depth == 0) return false;
            depth--;
            if (depth == 0) return byte[1 + strspn(byte + 1, " \t\r\n")] == '\0';
        }
    }
    return false;
}

static cgps_line_kind classify(cgps_connection *connection)
{
    char name[16];
    // gpsd writes the class of an object first; a class further in belongs to something nested.
    if (strncmp(connection->line, "{\"class\":\"", 10) != 0 || !member(connection->line, "\"class\":\"", name, sizeof name)) {
        return CGPS_LINE_OTHER;
    }
    bool is_whole = is_whole_object(connection->line);
    if (strcmp(name, "TPV") == 0) {
        if (!is_whole) {
            // It is told, so that it is counted; where and when it was, it does not say.
            connection->data.fix.latitude = NAN;
            connection->data.fix.longitude = NAN;
            connection->data.fix.time = (timespec_t){0, 0};
        }
        return CGPS_LINE_TPV;
    }
    if (!is_whole) return CGPS_LINE_OTHER;
    if (strcmp(name, "SKY") == 0) return CGPS_LINE_SKY;
    if (strcmp(name, "GST") == 0) return CGPS_LINE_GST;
    if (strcmp(name, "ERROR") == 0) return CGPS_LINE_ERROR;
    if (strcmp(name, "DEVICES") == 0) {
        connection->line_is_device_list = true;
        return CGPS_LINE_DEVICES;
    }
    if (strcmp(name, "DEVICE") == 0) {
        connection->line_is_device = true;
        return CGPS_LINE_DEVICES;
    }
    if (strcmp(name, "VERSION") == 0) {
        if (!member(connection->line, "\"release\":\"", connection->release, sizeof connection->release)) {
            connection->release[0] = '\0';
        }
        return CGPS_LINE_VERSION;
    }
    return CGPS_LINE_OTHER;
}

cgps_line_kind cgps_read(cgps_connection *connection, int *error)
{
    connection->line[0] = '\0';
    connection->line_is_device = false;
    connection->line_is_device_list = false;
    connection->data.dev.path[0] = '\0';
    // libgps leaves the figures of the line before where a line does not set them.
    connection->data.set = 0;
    gps_clear_fix(&connection->data.fix);
    errno = 0;
    int result = gps_read(&connection->data, connection->line, LINE_LIMIT);
    connection->line[LINE_LIMIT - 1] = '\0';
    if (result < 0) {
        if (errno == 0) return CGPS_LINE_CLOSED;
        if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return CGPS_LINE_PARTIAL;
        *error = errno;
        return CGPS_LINE_FAILED;
    }
    if (result == 0) return CGPS_LINE_PARTIAL;
    return classify(connection);
}

const char *cgps_line(const cgps_connection *connection) { return connection->line; }
const char *cgps_release(const cgps_connection *connection) { return connection->release; }
const char *cgps_device_path(const cgps_connection *connection) { return connection->data.dev.path; }

cgps_tpv cgps_get_tpv(const cgps_connection *connection)
{
    const struct gps_fix_t *fix = &connection->data.fix;
    int status = FIX_STATUS(&connection->data);
    return (cgps_tpv){
        .mode = fix->mode,
        .seconds = (int64_t)fix->time.tv_sec,
        .nanoseconds = (int64_t)fix->time.tv_nsec,
        .latitude = fix->latitude,
        .longitude = fix->longitude,
        .altitude_msl = fix->altMSL,
        .altitude_hae = fix->altHAE,
        .eph = fix->eph,
        .epx = fix->epx,
        .epy = fix->epy,
        .epv = fix->epv,
        .speed = fix->speed,
        .eps = fix->eps,
        .track = fix->track,
        .epd = fix->epd,
        .simulated = status == STATUS_NUMBER_SIMULATED,
        .differential = status >= STATUS_NUMBER_DGPS && status <= STATUS_NUMBER_RTK_FLOAT,
    };
}

cgps_sky cgps_get_sky(const cgps_connection *connection)
{
    const struct gps_data_t *data = &connection->data;
    return (cgps_sky){
        .seconds = (int64_t)data->skyview_time.tv_sec,
        .nanoseconds = (int64_t)data->skyview_time.tv_nsec,
        .satellites_visible = data->satellites_visible < 0 ? 0
            : data->satellites_visible > MAXCHANNELS       ? MAXCHANNELS
                                                           : data->satellites_visible,
        .satellites_used = data->satellites_used,
        .hdop = data->dop.hdop,
    };
}

cgps_gst cgps_get_gst(const cgps_connection *connection)
{
    const struct gst_t *gst = &connection->data.gst;
    return (cgps_gst){
        .deviation_latitude = gst->lat_err_deviation,
        .deviation_longitude = gst->lon_err_deviation,
        .deviation_altitude = gst->alt_err_deviation,
    };
}

cgps_satellite cgps_satellite_at(const cgps_connection *connection, int index)
{
    const struct satellite_t *satellite = &connection->data.skyview[index];
    return (cgps_satellite){
        .gnss = satellite->gnssid,
        .prn = satellite->PRN,
        .svid = satellite->svid,
        .elevation = satellite->elevation,
        .azimuth = satellite->azimuth,
        .signal = satellite->ss,
        .used = satellite->used,
    };
}

bool cgps_is_device_list(const cgps_connection *connection) { return connection->line_is_device_list; }

int cgps_device_count(const cgps_connection *connection)
{
    if (connection->line_is_device) return 1;
    if (!connection->line_is_device_list) return 0;
    int count = connection->data.devices.ndevices;
    return count < 0 ? 0 : count > MAXUSERDEVS ? MAXUSERDEVS : count;
}

cgps_device cgps_device_at(const cgps_connection *connection, int index)
{
    const struct devconfig_t *device =
        connection->line_is_device ? &connection->data.dev : &connection->data.devices.list[index];
    return (cgps_device){
        .path = device->path,
        .driver = device->driver,
        .activated = device->activated.tv_sec != 0,
    };
}
