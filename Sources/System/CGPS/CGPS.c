#define _GNU_SOURCE // memmem
#include "CGPS.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <gps.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// What changed between the versions, by the history in their gps.h:
//   9 (3.20)      times are timespec, no longer double; altMSL and altHAE; elevation, azimuth and ss know NaN.
//   10 (3.21)     the status moved from gps_data_t into its fix.
//   11 (3.22) on  what we read kept its name and type. The constants of the status were renamed once more (3.23.1 without
//                 a new number), their values were not.
//   16 (3.27.5)   is the newest that was looked at.
#if GPSD_API_MAJOR_VERSION < 9
#error "locd needs libgps with API 9 or newer (gpsd 3.20)"
#endif

// The status moved into the fix with API 10, and its constants were renamed more than once: name the numbers.
#if GPSD_API_MAJOR_VERSION < 10
#define FIX_STATUS(data) ((data)->status)
#else
#define FIX_STATUS(data) ((data)->fix.status)
#endif
enum { STATUS_NUMBER_SIMULATED = 8 };

enum { LINE_LIMIT = 16 * 1024, CLASS_LIMIT = 64 };
// gps_send makes its request in a buffer of BUFSIZ bytes.
enum { DEVICE_LIMIT = BUFSIZ - 256 };

struct cgps_connection {
    struct gps_data_t data;
    char line[LINE_LIMIT];
    char release[64];
    char name[CLASS_LIMIT]; ///< the class of the present line, in its quotes; empty: none
    char text[256]; ///< what cgps_text found
    bool line_is_device;
    bool line_is_device_list;
    bool is_offline;
    // What was received and not yet taken as lines: input[input_begin..<input_end].
    char input[LINE_LIMIT];
    size_t input_begin, input_end;
    bool input_is_overlong; ///< the beginning of the present line was given up
    // The first lines of an object that goes on in the next one.
    char begun[LINE_LIMIT];
    size_t begun_length;
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

/// Writes `text` as the inside of a JSON string; false where it does not fit or has control characters.
static bool quote(const char *text, char *quoted, size_t size)
{
    size_t length = 0;
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < 0x20 || length + 3 > size) return false;
        if (*text == '"' || *text == '\\') quoted[length++] = '\\';
        quoted[length++] = *text;
    }
    quoted[length] = '\0';
    return true;
}

bool cgps_watch(cgps_connection *connection, const char *device, bool sentences, int *error)
{
    // gps_stream cannot take a flag back. A device that is left out of the request means all of them.
    char quoted[DEVICE_LIMIT] = "";
    if (device != NULL && !quote(device, quoted, sizeof quoted)) {
        *error = EINVAL;
        return false;
    }
    const char *nmea = sentences ? "true" : "false";
    errno = 0;
    int result = device == NULL
        ? gps_send(&connection->data, "?WATCH={\"enable\":true,\"json\":true,\"nmea\":%s}", nmea)
        : gps_send(&connection->data, "?WATCH={\"enable\":true,\"json\":true,\"nmea\":%s,\"device\":\"%s\"}", nmea, quoted);
    if (result != 0) {
        *error = errno == 0 ? EIO : errno;
        return false;
    }
    return true;
}

cgps_connection *cgps_offline(void)
{
    cgps_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) return NULL;
    connection->is_offline = true;
    connection->data.gps_fd = (__typeof__(connection->data.gps_fd))-1;
    return connection;
}

void cgps_close(cgps_connection *connection)
{
    if (!connection->is_offline) (void)gps_close(&connection->data);
    free(connection);
}

int cgps_descriptor(const cgps_connection *connection)
{
    return (int)connection->data.gps_fd;
}

/// The line end of the first whole line that was received; NULL where there is none.
static const char *line_end(const cgps_connection *connection)
{
    return memchr(connection->input + connection->input_begin, '\n', connection->input_end - connection->input_begin);
}

bool cgps_waiting(const cgps_connection *connection) { return line_end(connection) != NULL; }

const char *cgps_text(cgps_connection *connection, const char *name)
{
    char key[CLASS_LIMIT];
    connection->text[0] = '\0';
    int length = snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *start = length < (int)sizeof key ? strstr(connection->line, key) : NULL;
    if (start == NULL) return connection->text;
    size_t count = 0;
    for (const char *byte = start + length; *byte != '\0' && *byte != '"' && count + 1 < sizeof connection->text; byte++) {
        if (*byte == '\\' && byte[1] != '\0') byte++;
        connection->text[count++] = *byte;
    }
    connection->text[count] = '\0';
    return connection->text;
}

static bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }
static bool is_punctuation(char byte) { return byte != '\0' && strchr("{}[],:", byte) != NULL; }

enum { KEY_LIMIT = 64 };
/// No length of an object: the text ends before it.
enum { OPEN = LINE_LIMIT };

/// Writes the JSON object at the beginning of `text` to `line` as gpsd writes its own: its class first, no other class within (nobody
/// needs those of a list of devices, and libgps 3.22 looks for the word in all that follows, sometimes for ever), no white space
/// between the parts. gpsd_json(5) promises neither order nor white space. The length of the object in `text`; OPEN if the text ends
/// before it; 0 if it is none, has no class, says a member twice, or is too long: libgps takes what it can of such a line, half a number too. `name` is the
/// class, with its quotes, as soon as it is known.
static size_t rewrite(const char *text, size_t length, char line[LINE_LIMIT], char name[CLASS_LIMIT])
{
    size_t out = 0, depth = 0, key = 0, class_key = 0, class_value = 0;
    struct { size_t begin, length; } keys[KEY_LIMIT];
    size_t key_count = 0;
    name[0] = '\0';
    if (length == 0 || text[0] != '{') return 0;
    for (size_t index = 0; index < length; index++) {
        char byte = text[index];
        if (is_space(byte)) {
            // Between two parts one must be punctuation: nothing is joined that a line's end parted.
            while (index + 1 < length && is_space(text[index + 1])) index++;
            if (index + 1 < length && !is_punctuation(text[index + 1]) && out > 0 && !is_punctuation(line[out - 1])) return 0;
            continue;
        }
        if (out + CLASS_LIMIT + 16 > LINE_LIMIT) return 0;
        if (class_value > 0 && (byte == ',' || byte == '}')) {
            // The end of a class: it is taken out.
            size_t count = out - class_value;
            if (depth == 1) {
                if (name[0] != '\0' || count < 2 || count >= CLASS_LIMIT || line[class_value] != '"') return 0;
                memcpy(name, line + class_value, count);
                name[count] = '\0';
            }
            out = class_key;
            class_value = 0;
            if (byte == ',') continue;
        }
        if (byte == '}' && out > 0 && line[out - 1] == ',') out--;
        line[out++] = byte;
        switch (byte) {
        case '"':
            for (bool is_closed = false; !is_closed;) {
                if (++index == length || text[index] == '\n' || out + CLASS_LIMIT + 16 > LINE_LIMIT) return 0;
                line[out++] = text[index];
                is_closed = text[index] == '"';
                if (text[index] == '\\' && index + 1 < length) line[out++] = text[++index];
            }
            break;
        case ':':
            if (out - key == 8 && memcmp(line + key, "\"class\":", 8) == 0) {
                class_key = key;
                class_value = out;
            } else if (depth == 1) {
                for (size_t other = 0; other < key_count; other++) {
                    if (keys[other].length == out - key && memcmp(line + keys[other].begin, line + key, out - key) == 0) return 0;
                }
                if (key_count < KEY_LIMIT) {
                    keys[key_count].begin = key;
                    keys[key_count++].length = out - key;
                }
            }
            break;
        case ',': key = out; break;
        case '{':
        case '[':
            if (class_value > 0) return 0;
            depth++;
            key = out;
            break;
        case '}':
        case ']':
            if (depth == 0 || class_value > 0) return 0;
            if (--depth > 0) break;
            if (name[0] == '\0') return 0;
            {
                static const char word[] = "{\"class\":";
                size_t count = strlen(name);
                bool has_more = out > 2;
                memmove(line + sizeof word - 1 + count + has_more, line + 1, out - 1);
                memcpy(line, word, sizeof word - 1);
                memcpy(line + sizeof word - 1, name, count);
                if (has_more) line[sizeof word - 1 + count] = ',';
                line[sizeof word - 1 + count + has_more + out - 1] = '\0';
            }
            return index + 1;
        default:
            if (!isalnum((unsigned char)byte) && strchr("+-.", byte) == NULL) return 0;
        }
    }
    return OPEN;
}

/// Whether an object that the line leaves open may go on in the next one: gpsd writes none so, but who prints its JSON for people
/// does. A line that ends within a number, a literal or a string was cut off, unless the brace stands alone in the first line.
static bool goes_on(const char *text, size_t length)
{
    size_t begin = 1, end = length;
    while (begin < length && is_space(text[begin]) && text[begin] != '\n') begin++;
    while (end > 0 && is_space(text[end - 1])) end--;
    bool is_printed = begin >= end || text[begin] == '\n';
    return end > 0 && (is_printed || strchr("{[,:", text[end - 1]) != NULL);
}

static cgps_line_kind classify(cgps_connection *connection)
{
    const char *name = connection->name;
    if (strcmp(name, "\"TPV\"") == 0) {
        // libgps gives up in the middle of what it does not understand, keeps the figures before that place, and sets none of
        // its bits. (A report without a mode sets none either, and is harmless.)
        if (connection->data.set == 0 && connection->data.fix.mode != MODE_NOT_SEEN) {
            // It is told, so that it is counted; where and when it was, it does not say.
            connection->data.fix.latitude = NAN;
            connection->data.fix.longitude = NAN;
            connection->data.fix.time = (timespec_t){0, 0};
        }
        return CGPS_LINE_TPV;
    }
    if (strcmp(name, "\"ERROR\"") == 0) return CGPS_LINE_ERROR;
    if (strcmp(name, "\"VERSION\"") == 0) {
        (void)snprintf(connection->release, sizeof connection->release, "%s", cgps_text(connection, "release"));
        return CGPS_LINE_VERSION;
    }
    if (connection->data.set == 0) return CGPS_LINE_OTHER;
    if (strcmp(name, "\"SKY\"") == 0) return CGPS_LINE_SKY;
    if (strcmp(name, "\"GST\"") == 0) return CGPS_LINE_GST;
    if (strcmp(name, "\"DEVICES\"") == 0) {
        connection->line_is_device_list = true;
        return CGPS_LINE_DEVICES;
    }
    if (strcmp(name, "\"DEVICE\"") == 0) {
        connection->line_is_device = true;
        return CGPS_LINE_DEVICES;
    }
    return CGPS_LINE_OTHER;
}

/// Forgets the line before. libgps leaves its figures where the next line does not set them.
static void forget(cgps_connection *connection)
{
    connection->line[0] = '\0';
    connection->name[0] = '\0';
    connection->line_is_device = false;
    connection->line_is_device_list = false;
    connection->data.dev.path[0] = '\0';
    connection->data.set = 0;
    gps_clear_fix(&connection->data.fix);
}

/// Whether the text is nothing but whole objects and white space.
static bool is_objects(const char *text, size_t length)
{
    enum { OBJECT_LIMIT = 16 };
    char line[LINE_LIMIT], name[CLASS_LIMIT];
    size_t end = 0;
    for (int count = 0; count < OBJECT_LIMIT; count++) {
        while (end < length && is_space(text[end])) end++;
        if (end == length) return true;
        size_t object = rewrite(text + end, length - end, line, name);
        if (object == 0 || object == OPEN) return false;
        end += object;
    }
    return false;
}

/// Gives up what was begun.
static cgps_line_kind refuse(cgps_connection *connection)
{
    connection->line[0] = '\0';
    connection->begun_length = 0;
    return CGPS_LINE_DAMAGED;
}

cgps_line_kind cgps_unpack(cgps_connection *connection, const char *line, size_t length, size_t *rest)
{
    static const char mark[] = "\xEF\xBB\xBF";
    char *name = connection->name;
    *rest = 0;
    forget(connection);
    if (length >= sizeof mark - 1 && memcmp(line, mark, sizeof mark - 1) == 0) {
        line += sizeof mark - 1;
        length -= sizeof mark - 1;
    }
    size_t begun = connection->begun_length;
    // What goes on is set in, or begins with a member or the end: an object or a sentence at the beginning of a line is new.
    if (begun > 0 && length > 0 && strchr("{$!", line[0]) != NULL) {
        (void)rewrite(connection->begun, begun, connection->line, name);
        *rest = length;
        return refuse(connection);
    }
    while (begun == 0 && length > 0 && is_space(line[0])) line++, length--;
    if (begun == 0 && length > 0 && length < LINE_LIMIT && line[0] == '$' && memchr(line, '\0', length) == NULL) {
        memcpy(connection->line, line, length);
        connection->line[length] = '\0';
        return CGPS_LINE_SENTENCE;
    }
    if (begun == 0 && (length == 0 || line[0] == '!')) return CGPS_LINE_OTHER;
    // A NUL would hide the rest from libgps: then it is not what gpsd wrote.
    if (begun + length + 1 >= LINE_LIMIT || memchr(line, '\0', length) != NULL || (begun == 0 && line[0] != '{')) {
        return refuse(connection);
    }
    char *text = connection->begun;
    memcpy(text + begun, line, length);
    text[begun + length] = '\n';
    size_t total = begun + length + 1, object = rewrite(text, total, connection->line, name);
    if (object == OPEN && goes_on(text, total)) {
        connection->begun_length = total;
        return CGPS_LINE_PARTIAL;
    }
    bool is_whole = object != 0 && object != OPEN;
    // A line that does not go on with it is judged alone.
    if (!is_whole && begun > 0) *rest = length;
    if (!is_whole || !is_objects(text + object, total - object)) return refuse(connection);
    connection->begun_length = 0;
    *rest = total - object - 1;
    while (*rest > 0 && is_space(line[length - *rest])) --*rest;
    // What was taken out may have parted another.
    if (strstr(connection->line + 2, "\"class\":") != NULL) return CGPS_LINE_OTHER;
#if GPSD_API_MAJOR_VERSION > 11
    // gpsd says how many satellites there are from 3.22 on. A newer libgps takes none where it is not said, and counts them
    // where it is.
    static const char count[] = ",\"nSat\":0}";
    char *end = connection->line + strlen(connection->line) - 1;
    if (strcmp(name, "\"SKY\"") == 0 && strstr(connection->line, "\"satellites\":[") != NULL
        && strstr(connection->line, "\"nSat\":") == NULL && end + sizeof count <= connection->line + LINE_LIMIT) {
        memcpy(end, count, sizeof count);
    }
#endif
    if (gps_unpack(connection->line, &connection->data) != 0) return refuse(connection);
    return classify(connection);
}

/// The length of the sentence at the beginning of a line, where a report hangs on it: gpsd 3.22 may leave out the line end of
/// a sentence that it makes for a binary receiver. Else the length of the line.
static size_t sentence_length(const char *line, size_t length)
{
    static const char beginning[] = "{\"class\":\"";
    if (length == 0 || line[0] != '$') return length;
    const char *report = memmem(line, length, beginning, sizeof beginning - 1);
    return report == NULL ? length : (size_t)(report - line);
}

// gps_read would do the same, but hands every line to gps_unpack as it came.
cgps_line_kind cgps_read(cgps_connection *connection, int *error)
{
    const char *end = line_end(connection);
    if (end == NULL) {
        size_t count = connection->input_end - connection->input_begin;
        memmove(connection->input, connection->input + connection->input_begin, count);
        if (count == sizeof connection->input) {
            connection->input_is_overlong = true;
            count = 0;
        }
        connection->input_begin = 0;
        connection->input_end = count;
        ssize_t received =
            recv(cgps_descriptor(connection), connection->input + count, sizeof connection->input - count, 0);
        if (received == 0) return CGPS_LINE_CLOSED;
        if (received < 0) {
            if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return CGPS_LINE_PARTIAL;
            *error = errno;
            return CGPS_LINE_FAILED;
        }
        connection->input_end += (size_t)received;
        end = line_end(connection);
        if (end == NULL) return CGPS_LINE_PARTIAL;
    }
    const char *line = connection->input + connection->input_begin;
    size_t length = (size_t)(end - line);
    connection->input_begin += length + 1;
    if (connection->input_is_overlong) {
        connection->input_is_overlong = false;
        forget(connection);
        return refuse(connection);
    }
    size_t sentence = sentence_length(line, length);
    if (sentence < length) {
        // Both count: the report is the next line.
        connection->input_begin -= length + 1 - sentence;
        length = sentence;
    }
    size_t rest = 0, whole = length;
    if (length > 0 && line[length - 1] == '\r') length--;
    cgps_line_kind kind = cgps_unpack(connection, line, length, &rest);
    // Further objects of the line are the next one.
    if (rest > 0) connection->input_begin -= rest + 1 + (whole - length);
    return kind;
}

const char *cgps_line(const cgps_connection *connection) { return connection->line; }
const char *cgps_class(const cgps_connection *connection) { return connection->name; }
const char *cgps_release(const cgps_connection *connection) { return connection->release; }
const char *cgps_device_path(const cgps_connection *connection) { return connection->data.dev.path; }

/// Metres above the sea. A gpsd before 3.20 knows no other altitude and calls it "alt"; later ones say which one they mean, and
/// their "alt" is undefined.
static double altitude_msl(const struct gps_fix_t *fix)
{
#if GPSD_API_MAJOR_VERSION <= 16 // where the member is known to be there
    if (isnan(fix->altMSL) && isnan(fix->altHAE)) return fix->altitude;
#endif
    return fix->altMSL;
}

/// A whole number of the line that was read last; -1 where there is none. libgps knows these names from 3.25 on only.
static int number_of(const char *line, const char *name)
{
    const char *found = strstr(line, name);
    return found == NULL ? -1 : atoi(found + strlen(name));
}

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
        .altitude_msl = altitude_msl(fix),
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
        .status = status,
        .jam = number_of(cgps_line(connection), "\"jam\":"),
        .antenna = number_of(cgps_line(connection), "\"ant\":"),
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
        .satellites_used = number_of(cgps_line(connection), "\"uSat\":"),
        // An old gpsd says nothing at all of an empty sky; a new one says dilutions apart.
        .has_satellites = strstr(connection->line, "\"satellites\":[") != NULL || number_of(connection->line, "\"nSat\":") == 0
            || (strstr(connection->line, "dop\":") == NULL && strstr(connection->line, "\"uSat\":") == NULL),
        .hdop = data->dop.hdop,
        .vdop = data->dop.vdop,
    };
}

cgps_gst cgps_get_gst(const cgps_connection *connection)
{
    const struct gst_t *gst = &connection->data.gst;
    return (cgps_gst){
        .deviation_latitude = gst->lat_err_deviation,
        .deviation_longitude = gst->lon_err_deviation,
        .deviation_altitude = gst->alt_err_deviation,
        .deviation_major = gst->smajor_deviation,
        .deviation_minor = gst->sminor_deviation,
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
