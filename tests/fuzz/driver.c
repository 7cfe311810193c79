/*
 * driver.c - runs a fuzz target without libFuzzer: on every file of the given folders, then on mutations of them, which
 * depend only on a seed. If one fails, prints its file and number and saves the input as PROGRAM.failed.
 *
 *     PROGRAM [-m MUTATIONS] [-s SEED] FOLDER_OR_FILE...
 */
#include "fuzz.h"

#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>

#if defined(__SANITIZE_ADDRESS__)
#  define WITH_ADDRESS_SANITIZER
#elif defined(__has_feature)
#  if __has_feature(address_sanitizer)
#    define WITH_ADDRESS_SANITIZER
#  endif
#endif
#ifdef WITH_ADDRESS_SANITIZER
void __sanitizer_set_death_callback(void (*callback)(void));
#endif

enum { MOST_FILES = 4096, MOST_BYTES = 4096 };

typedef struct file {
    char *name;
    uint8_t *bytes;
    size_t size;
} file;

static file files[MOST_FILES];
static size_t file_count;
static uint64_t state_of_driver = 1;

/* The current input, for report(). */
static uint8_t input[2 * MOST_BYTES];
static size_t input_size;
static char label[512], kept_as[512];

static void say(const char *text)
{
    ssize_t unused = write(2, text, strlen(text));
    (void)unused;
}

/* Called before the process dies. */
static void report(void)
{
    FILE *kept = fopen(kept_as, "wb");
    say("failed on ");
    say(label);
    say(", saved as ");
    say(kept_as);
    say("\n");
    if (kept != NULL) {
        fwrite(input, 1, input_size, kept);
        fclose(kept);
    }
}

static void on_signal(int number)
{
    signal(number, SIG_DFL);
    report();
    raise(number);
}

/* splitmix64 */
static uint32_t below(uint32_t n)
{
    uint64_t x = state_of_driver += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    x ^= x >> 31;
    return n > 0 ? (uint32_t)((x >> 32) % n) : 0;
}

static void read_file(const char *name)
{
    FILE *stream = fopen(name, "rb");
    FUZZ_CHECK(stream != NULL && file_count < MOST_FILES);
    file *f = &files[file_count++];
    f->bytes = malloc(MOST_BYTES);
    f->name = malloc(strlen(name) + 1);
    FUZZ_CHECK(f->bytes != NULL && f->name != NULL);
    memcpy(f->name, name, strlen(name) + 1);
    f->size = fread(f->bytes, 1, MOST_BYTES, stream);
    fclose(stream);
}

static int by_name(const void *a, const void *b) { return strcmp(((const file *)a)->name, ((const file *)b)->name); }

static void read_all(const char *name)
{
    struct stat what;
    char path[1024];
    FUZZ_CHECK(stat(name, &what) == 0);
    if (!S_ISDIR(what.st_mode)) {
        read_file(name);
        return;
    }
    DIR *folder = opendir(name);
    FUZZ_CHECK(folder != NULL);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        FUZZ_CHECK(snprintf(path, sizeof path, "%s/%s", name, entry->d_name) < (int)sizeof path);
        read_file(path);
    }
    closedir(folder);
}

/* Replace `out` bytes by `in` others. */
static void splice(size_t at, size_t out, const uint8_t *bytes, size_t in)
{
    if (input_size - out + in > MOST_BYTES)
        return;
    memmove(input + at + in, input + at + out, input_size - at - out);
    memcpy(input + at, bytes, in);
    input_size = input_size - out + in;
}

static void mutate(void)
{
    static const uint8_t telling[] = "-+012345678F*M.X?H9nmu:x,=&#\r\n\xFF";
    uint8_t some[16];
    size_t at = below((uint32_t)input_size), rest = input_size - at;
    size_t length = 1 + below(8), out = length < rest ? length : rest;
    for (size_t i = 0; i < sizeof some; i++)
        some[i] = (uint8_t)below(256);
    switch (below(8)) {
    case 0:
        if (rest > 0)
            input[at] ^= (uint8_t)(1u << below(8));
        break;
    case 1:
        splice(at, rest > 0, some, 1);
        break;
    case 2:
        splice(at, rest > 0, telling + below(sizeof telling - 1), 1);
        break;
    case 3:
        splice(at, 0, some, length);
        break;
    case 4:
        splice(at, out, some, 0);
        break;
    case 5: /* cut the end off */
        input_size = at;
        break;
    case 6: { /* repeat a part of it */
        memcpy(some, input + at, out);
        splice(below((uint32_t)input_size + 1), 0, some, out);
        break;
    }
    default: { /* a part of another file */
        const file *other = &files[below((uint32_t)file_count)];
        size_t from = below((uint32_t)other->size), most = other->size - from;
        length = below((uint32_t)(most < 64 ? most : 64) + 1);
        splice(at, below(2) ? (length < rest ? length : rest) : 0, other->bytes + from, length);
    }
    }
}

static void run(const file *f, unsigned long mutation)
{
    memcpy(input, f->bytes, f->size);
    input_size = f->size;
    snprintf(label, sizeof label, "%s, mutation %lu", f->name, mutation);
    for (uint32_t i = 0, count = mutation > 0 ? 1 + below(5) : 0; i < count; i++)
        mutate();
    LLVMFuzzerTestOneInput(input, input_size);
}

int main(int count, char **arguments)
{
#ifdef WITH_ADDRESS_SANITIZER
    static const int signals[] = {SIGABRT}; /* the sanitizer reports the others better */
    __sanitizer_set_death_callback(report);
#else
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
#endif
    unsigned long mutations = 4000;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], on_signal);
    snprintf(kept_as, sizeof kept_as, "%s.failed", arguments[0]);
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "-m") == 0 && i + 1 < count)
            mutations = strtoul(arguments[++i], NULL, 10);
        else if (strcmp(arguments[i], "-s") == 0 && i + 1 < count)
            state_of_driver = strtoul(arguments[++i], NULL, 10);
        else
            read_all(arguments[i]);
    }
    FUZZ_CHECK(file_count > 0); /* a missing corpus is a failure */
    qsort(files, file_count, sizeof *files, by_name);
    for (size_t i = 0; i < file_count; i++)
        run(&files[i], 0);
    for (unsigned long i = 1; i <= mutations; i++)
        run(&files[below((uint32_t)file_count)], i);
    printf("%s: %zu files and %lu mutations passed\n", arguments[0], file_count, mutations);
    for (size_t i = 0; i < file_count; i++) {
        free(files[i].name);
        free(files[i].bytes);
    }
    return 0;
}
