/* poll.c - when long work looks up. */
#include "poll.h"

#include "clock.h"

enum { ASK_EVERY_NS = 20000000 };

void msc_poll_init(msc_poll *poll, const mines_options *options, uint64_t deadline)
{
    poll->ask = options != NULL ? options->poll : NULL;
    poll->context = options != NULL ? options->context : NULL;
    poll->next = poll->ask != NULL ? msc_clock_now() + ASK_EVERY_NS : UINT64_MAX;
    poll->deadline = deadline;
    poll->own = 0;
    poll->credit = 20000;
    poll->stop = poll->refused = false;
}

void msc_poll_patience(msc_poll *poll, uint64_t nanoseconds)
{
    uint64_t had = msc_clock_thread();
    poll->own = had < UINT64_MAX - nanoseconds ? had + nanoseconds : 0;
}

bool msc_poll_now(msc_poll *poll, double progress)
{
    if (poll->stop || (poll->ask == NULL && poll->deadline == UINT64_MAX))
        return poll->stop;
    uint64_t now = msc_clock_now();
    if (now >= poll->deadline && msc_clock_thread() >= poll->own) {
        poll->stop = true;
    } else if (poll->ask != NULL && now >= poll->next) {
        poll->stop = poll->refused = poll->ask(poll->context, progress) != 0;
        poll->next = msc_clock_now() + ASK_EVERY_NS;
    }
    return poll->stop;
}
