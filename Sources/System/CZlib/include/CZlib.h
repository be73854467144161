/// The one door to zlib: reading gzip files, and checksums. No policy and no I/O live here.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A gzip stream that is being unpacked. Not thread-safe.
typedef struct czlib_inflater czlib_inflater;

/// How a step ended.
typedef enum {
    CZLIB_MORE,    ///< more input is needed, or more room for output
    CZLIB_END,     ///< a member of the file ended, its checksum and length right; another may follow
    CZLIB_DAMAGED, ///< this is no gzip, or it was damaged
    CZLIB_MEMORY,  ///< memory is short
} czlib_status;

/// An inflater at the beginning of a member; NULL where memory is short.
czlib_inflater *czlib_inflater_new(void);

/// Frees it.
void czlib_inflater_free(czlib_inflater *inflater);

/// Makes it ready for the next member.
void czlib_inflater_reset(czlib_inflater *inflater);

/// Unpacks from `input` into `output`. On return `*consumed` and `*produced` say how many bytes were taken and made.
/// Sizes up to 1 GiB.
czlib_status czlib_inflate(czlib_inflater *inflater, const void *input, size_t input_size, size_t *consumed,
                           void *output, size_t output_size, size_t *produced);

/// The CRC-32 of gzip over `size` bytes more, up to 1 GiB; that of nothing is 0.
uint32_t czlib_crc32(uint32_t crc, const void *bytes, size_t size);

#include "czlib_deflate.h"
