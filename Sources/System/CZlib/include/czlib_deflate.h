/// Making gzip: one member at a time, all in memory.
#pragma once

#include <stddef.h>

/// How many bytes a member of `input_size` bytes with an extra field of `extra_size` takes at most.
size_t czlib_member_bound(size_t input_size, size_t extra_size);

/// Packs `input` (up to 1 GiB) into one whole gzip member (RFC 1952) at `output`, with an extra field of `extra_size`
/// bytes (up to 65,535), which stands from byte 12 on. No name and no time are written: the same input makes the same
/// bytes. Returns how many bytes were made; 0 where memory is short or the room too small.
size_t czlib_member(const void *input, size_t input_size, const void *extra, size_t extra_size,
                    void *output, size_t output_size);
