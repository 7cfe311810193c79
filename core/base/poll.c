#include "poll.h"

#include "clock.h"

enum { CALLBACK_INTERVAL_NS = 20000000 };

void mcore_poll_init(mcore_poll *poll, const mines_options *options, uint64_t deadline)
{
    poll->callback = options != NULL ? options->poll : NULL;
    poll->context = options != NULL ? options->context : NULL;
    poll->next = poll->callback != NULL ? mcore_clock_now() + CALLBACK_INTERVAL_NS : UINT64_MAX;
    poll->deadline = deadline;
    poll->grace_end = 0;
    poll->credit = 20000;
    poll->stop = poll->cancelled = false;
}

void mcore_poll_grace(mcore_poll *poll, uint64_t nanoseconds)
{
    uint64_t used = mcore_clock_thread_time();
    poll->grace_end = used < UINT64_MAX - nanoseconds ? used + nanoseconds : 0;
}

bool mcore_poll_now(mcore_poll *poll, double progress)
{
    if (poll->stop || (poll->callback == NULL && poll->deadline == UINT64_MAX))
        return poll->stop;
    uint64_t now = mcore_clock_now();
    if (now >= poll->deadline && mcore_clock_thread_time() >= poll->grace_end) {
        poll->stop = true;
    } else if (poll->callback != NULL && now >= poll->next) {
        poll->stop = poll->cancelled = poll->callback(poll->context, progress) != 0;
        poll->next = mcore_clock_now() + CALLBACK_INTERVAL_NS;
    }
    return poll->stop;
}
