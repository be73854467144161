#include "czlib_deflate.h"

#include <string.h>
#include <zlib.h>

// The largest window, and gzip's frame around it.
enum { GZIP_WINDOW = 15 + 16, MEMORY_LEVEL = 8, LARGEST = 1 << 30, LARGEST_EXTRA = 65535 };
// Header, length of the extra field, checksum and length of the data.
enum { FRAME = 10 + 2 + 8 };

size_t czlib_member_bound(size_t input_size, size_t extra_size)
{
    if (input_size > LARGEST || extra_size > LARGEST_EXTRA) return 0;
    return compressBound((uLong)input_size) + extra_size + FRAME;
}

size_t czlib_member(const void *input, size_t input_size, const void *extra, size_t extra_size,
                    void *output, size_t output_size)
{
    if (input_size > LARGEST || extra_size > LARGEST_EXTRA || output_size > 2 * (size_t)LARGEST) return 0;
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
        return 0;
    }
    gz_header header;
    memset(&header, 0, sizeof header);
    header.os = 3; // Unix
    header.extra = (Bytef *)extra;
    header.extra_len = (uInt)extra_size;
    size_t made = 0;
    if (deflateSetHeader(&stream, &header) == Z_OK) {
        stream.next_in = (z_const Bytef *)input;
        stream.avail_in = (uInt)input_size;
        stream.next_out = output;
        stream.avail_out = (uInt)output_size;
        if (deflate(&stream, Z_FINISH) == Z_STREAM_END) made = output_size - stream.avail_out;
    }
    (void)deflateEnd(&stream);
    return made;
}
