/*
 * api_file.c - the exported functions of board files.
 */
#include "common.h"

#include "file.h"
#include "options.h"

static const mines_file_fault no_fault = {0, ""};

MINES_API MSC_REALIGN mines_status mines_file_read(mines_format format, const void *bytes, size_t length,
                                                   const mines_options *options, mines_file *file, char *cells,
                                                   uint8_t *mask, size_t capacity, mines_file_fault *fault)
{
    mines_file_fault unused;
    if (fault == NULL)
        fault = &unused;
    *fault = no_fault;
    if (file == NULL || (bytes == NULL && length != 0) || ((cells == NULL || mask == NULL) && capacity != 0) ||
        !msc_options_known(options))
        return MINES_BAD_ARGUMENT;
    msc_poll poll;
    msc_poll_init(&poll, options, UINT64_MAX);
    msc_reading in = {
        .bytes = length != 0 ? bytes : (const void *)"",
        .end = length,
        .cells = cells,
        .mask = mask,
        .capacity = capacity,
        .fault = fault,
        .poll = &poll,
    };
    mines_status status = msc_file_read(format, &in);
    *file = in.file;
    return status;
}

MINES_API MSC_REALIGN mines_status mines_file_write(mines_format format, const mines_file *file, const char *cells,
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
        !msc_options_known(options))
        return MINES_BAD_ARGUMENT;
    msc_poll poll;
    msc_poll_init(&poll, options, UINT64_MAX);
    msc_writing out = {
        .file = *file,
        .cells = cells,
        .mask = file->complete ? mask : NULL,
        .bytes = bytes,
        .capacity = capacity,
        .fault = fault,
        .poll = &poll,
    };
    mines_status status = msc_file_write(format, &out);
    if (status == MINES_OK || status == MINES_TOO_SMALL)
        *length = out.length;
    return status;
}
