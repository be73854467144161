#include "CZlib.h"

#include <stdlib.h>
#include <zlib.h>

// The largest window, and only gzip's own frame.
enum { GZIP_WINDOW = 15 + 16, LARGEST = 1 << 30 };

struct czlib_inflater {
    z_stream stream;
};

czlib_inflater *czlib_inflater_new(void)
{
    czlib_inflater *inflater = calloc(1, sizeof *inflater);
    if (inflater == NULL) return NULL;
    if (inflateInit2(&inflater->stream, GZIP_WINDOW) != Z_OK) {
        free(inflater);
        return NULL;
    }
    return inflater;
}

void czlib_inflater_free(czlib_inflater *inflater)
{
    (void)inflateEnd(&inflater->stream);
    free(inflater);
}

void czlib_inflater_reset(czlib_inflater *inflater)
{
    (void)inflateReset(&inflater->stream);
}

czlib_status czlib_inflate(czlib_inflater *inflater, const void *input, size_t input_size, size_t *consumed,
                           void *output, size_t output_size, size_t *produced)
{
    uInt available = input_size > LARGEST ? LARGEST : (uInt)input_size;
    uInt room = output_size > LARGEST ? LARGEST : (uInt)output_size;
    z_stream *stream = &inflater->stream;
    stream->next_in = (z_const Bytef *)input;
    stream->avail_in = available;
    stream->next_out = output;
    stream->avail_out = room;
    int result = inflate(stream, Z_NO_FLUSH);
    *consumed = available - stream->avail_in;
    *produced = room - stream->avail_out;
    switch (result) {
    case Z_OK:
    case Z_BUF_ERROR: // nothing could be done with so little; no damage
        return CZLIB_MORE;
    case Z_STREAM_END:
        return CZLIB_END;
    case Z_MEM_ERROR:
        return CZLIB_MEMORY;
    default:
        return CZLIB_DAMAGED;
    }
}

uint32_t czlib_crc32(uint32_t crc, const void *bytes, size_t size) {
    return (uint32_t)crc32(crc, bytes, (uInt)size);
}
