/*
 * api_file.c - the exported functions of board files.
 */
#include "../base/common.h"

#include "../base/options.h"
#include "../files/file.h"

static const mines_file_fault no_fault = {0, ""};

MINES_API MCORE_REALIGN mines_status mines_file_read(mines_format format, const void *bytes, size_t length,
                                                     const mines_options *options, mines_file *file, char *cells,
                                                     uint8_t *mask, size_t capacity, mines_file_fault *fault)
{
    mines_file_fault unused;
    if (fault == NULL)
        fault = &unused;
    *fault = no_fault;
    if (file == NULL || (bytes == NULL && length != 0) || ((cells == NULL || mask == NULL) && capacity != 0) ||
        !mcore_options_known(options))
        return MINES_BAD_ARGUMENT;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    mcore_file_reader in = {
        .bytes = length != 0 ? bytes : (const void *)"",
        .end = length,
        .cells = cells,
        .mask = mask,
        .capacity = capacity,
        .fault = fault,
        .poll = &poll,
    };
    mines_status status = mcore_file_read(format, &in);
    *file = in.file;
    return status;
}

MINES_API MCORE_REALIGN mines_status mines_file_write(mines_format format, const mines_file *file, const char *cells,
                                                      const uint8_t *mask, const mines_options *options, void *bytes,
                                                      size_t capacity, size_t *length, mines_file_fault *fault)
{
    mines_file_fault unused;
    if (fault == NULL)
        fault = &unused;
    *fault = no_fault;
    if (length == NULL)
        return MINES_BAD_ARGUMENT;
    *length = 0;
    if (file == NULL || (file->complete ? mask == NULL : cells == NULL) || (bytes == NULL && capacity != 0) ||
        !mcore_options_known(options))
        return MINES_BAD_ARGUMENT;
    mcore_poll poll;
    mcore_poll_init(&poll, options, UINT64_MAX);
    mcore_file_writer out = {
        .file = *file,
        .cells = cells,
        .mask = file->complete ? mask : NULL,
        .bytes = bytes,
        .capacity = capacity,
        .fault = fault,
        .poll = &poll,
    };
    mines_status status = mcore_file_write(format, &out);
    if (status == MINES_OK || status == MINES_TOO_SMALL)
        *length = out.length;
    return status;
}
