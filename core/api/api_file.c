/* api_file.c - the exported functions of board files. */
#include "../base/common.h"

#include "../files/file.h"
#include "call.h"

/* As mcore_call_fault. */
static mines_file_fault *clear(mines_file_fault *fault, mines_file_fault *unused)
{
    if (fault != NULL && !mcore_size_known(fault, sizeof *fault))
        return NULL;
    if (fault == NULL)
        fault = unused;
    *fault = (mines_file_fault){.size = sizeof *fault, .text = ""};
    return fault;
}

MINES_API mines_status mines_file_read(mines_format format, const void *bytes, size_t length,
                                       const mines_options *options, mines_file *file, char *cells, uint8_t *mask,
                                       size_t capacity, mines_file_fault *fault)
{
    MCORE_CALL(call, options);
    mines_file_fault unused;
    fault = clear(fault, &unused);
    if (!call.valid || fault == NULL || !mcore_size_known(file, sizeof *file) || (bytes == NULL && length != 0) ||
        ((cells == NULL || mask == NULL) && capacity != 0))
        return MINES_BAD_ARGUMENT;
    mcore_file_reader in = {
        .bytes = length != 0 ? bytes : (const void *)"",
        .end = length,
        .file = *file,
        .cells = cells,
        .mask = mask,
        .capacity = capacity,
        .fault = fault,
        .poll = &call.poll,
    };
    mines_status status = mcore_file_read(format, &in);
    *file = in.file;
    return status;
}

MINES_API mines_status mines_file_write(mines_format format, const mines_file *file, const char *cells,
                                        const uint8_t *mask, const mines_options *options, void *bytes, size_t capacity,
                                        size_t *length, mines_file_fault *fault)
{
    MCORE_CALL(call, options);
    mines_file_fault unused;
    fault = clear(fault, &unused);
    if (length != NULL)
        *length = 0;
    if (!call.valid || fault == NULL || length == NULL || !mcore_size_known(file, sizeof *file) ||
        (file->complete ? mask == NULL : cells == NULL) || (bytes == NULL && capacity != 0))
        return MINES_BAD_ARGUMENT;
    mcore_file_writer out = {
        .file = *file,
        .cells = cells,
        .mask = file->complete ? mask : NULL,
        .bytes = bytes,
        .capacity = capacity,
        .fault = fault,
        .poll = &call.poll,
    };
    mines_status status = mcore_file_write(format, &out);
    if (status == MINES_OK || status == MINES_TOO_SMALL)
        *length = out.length;
    return status;
}
