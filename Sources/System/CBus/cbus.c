#include "cbus.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

// As <systemd/sd-bus.h> declares them; the interface has been stable since systemd 221, and what is used here since 239.
typedef struct sd_bus sd_bus;
typedef struct sd_bus_slot sd_bus_slot;
typedef struct sd_bus_message sd_bus_message;
typedef struct {
    const char *name;
    const char *message;
    int need_free;
} sd_bus_error;
typedef int (*handler_t)(sd_bus_message *m, void *userdata, sd_bus_error *error);
typedef void (*destroy_t)(void *userdata);

#define FUNCTIONS                                                                                                      \
    F(int, open_system, (sd_bus **))                                                                                   \
    F(int, open_user, (sd_bus **))                                                                                     \
    F(sd_bus *, flush_close_unref, (sd_bus *))                                                                         \
    F(int, get_fd, (sd_bus *))                                                                                         \
    F(int, get_events, (sd_bus *))                                                                                     \
    F(int, get_timeout, (sd_bus *, uint64_t *))                                                                        \
    F(int, process, (sd_bus *, sd_bus_message **))                                                                     \
    F(int, add_fallback, (sd_bus *, sd_bus_slot **, const char *, handler_t, void *))                                  \
    F(int, add_match_async, (sd_bus *, sd_bus_slot **, const char *, handler_t, handler_t, void *))                    \
    F(int, call_async, (sd_bus *, sd_bus_slot **, sd_bus_message *, handler_t, void *, uint64_t))                      \
    F(int, message_set_auto_start, (sd_bus_message *, int))                                                            \
    F(const sd_bus_error *, message_get_error, (sd_bus_message *))                                                     \
    F(sd_bus_message *, message_ref, (sd_bus_message *))                                                               \
    F(sd_bus_message *, message_unref, (sd_bus_message *))                                                             \
    F(const char *, message_get_sender, (sd_bus_message *))                                                            \
    F(const char *, message_get_path, (sd_bus_message *))                                                              \
    F(const char *, message_get_interface, (sd_bus_message *))                                                         \
    F(const char *, message_get_member, (sd_bus_message *))                                                            \
    F(int, message_get_errno, (sd_bus_message *))                                                                      \
    F(int, message_is_method_call, (sd_bus_message *, const char *, const char *))                                     \
    F(int, message_read_basic, (sd_bus_message *, char, void *))                                                       \
    F(int, message_peek_type, (sd_bus_message *, char *, const char **))                                               \
    F(int, message_enter_container, (sd_bus_message *, char, const char *))                                            \
    F(int, message_exit_container, (sd_bus_message *))                                                                 \
    F(int, message_read_array, (sd_bus_message *, char, const void **, size_t *))                                      \
    F(int, message_append_array, (sd_bus_message *, char, const void *, size_t))                                       \
    F(int, message_append_basic, (sd_bus_message *, char, const void *))                                               \
    F(int, message_open_container, (sd_bus_message *, char, const char *))                                             \
    F(int, message_close_container, (sd_bus_message *))                                                                \
    F(int, message_new_method_call, (sd_bus *, sd_bus_message **, const char *, const char *, const char *,            \
                                     const char *))                                                                    \
    F(int, message_new_method_return, (sd_bus_message *, sd_bus_message **))                                           \
    F(int, message_new_method_error, (sd_bus_message *, sd_bus_message **, const sd_bus_error *))                      \
    F(int, message_new_signal, (sd_bus *, sd_bus_message **, const char *, const char *, const char *))                \
    F(int, message_set_destination, (sd_bus_message *, const char *))                                                  \
    F(int, send, (sd_bus *, sd_bus_message *, uint64_t *))

static struct {
#define F(result, name, arguments) result(*name) arguments;
    FUNCTIONS
#undef F
} sd;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int isWhole = 1;
#define F(result, name, arguments)                                                                                     \
    *(void **)&sd.name = dlsym(library, "sd_bus_" #name);                                                              \
    isWhole = isWhole && sd.name != NULL;
    FUNCTIONS
#undef F
    is_loaded = isWhole;
}

// A handler of ours behind one of sd-bus's.
typedef struct handler {
    struct handler *next;
    cbus_call_handler call;
    cbus_reply_handler reply;
    void *context;
    struct cbus *bus;
} handler;

struct cbus {
    sd_bus *bus;
    handler *handlers;
};

static handler *new_handler(cbus *bus, void *context) {
    handler *new = calloc(1, sizeof *new);
    if (!new) return NULL;
    new->context = context;
    new->bus = bus;
    new->next = bus->handlers;
    bus->handlers = new;
    return new;
}

static void forget(handler *gone) {
    for (handler **each = &gone->bus->handlers; *each; each = &(*each)->next) {
        if (*each != gone) continue;
        *each = gone->next;
        free(gone);
        return;
    }
}

static int open_bus(cbus **bus, int isOfUser) {
    pthread_once(&once, load);
    if (!is_loaded) return -ENOSYS;
    cbus *new = calloc(1, sizeof *new);
    if (!new) return -ENOMEM;
    int result = isOfUser ? sd.open_user(&new->bus) : sd.open_system(&new->bus);
    if (result < 0) {
        free(new);
        return result;
    }
    *bus = new;
    return 0;
}

int cbus_open(cbus **bus) { return open_bus(bus, 0); }
int cbus_open_user(cbus **bus) { return open_bus(bus, 1); }

void cbus_close(cbus *bus) {
    sd.flush_close_unref(bus->bus);
    while (bus->handlers) {
        handler *next = bus->handlers->next;
        free(bus->handlers);
        bus->handlers = next;
    }
    free(bus);
}

int cbus_wait(cbus *bus, int wake) {
    int events = sd.get_events(bus->bus);
    if (events < 0) return events;
    uint64_t deadline = UINT64_MAX;
    int result = sd.get_timeout(bus->bus, &deadline);
    if (result < 0) return result;
    int timeout = -1;
    if (deadline != UINT64_MAX) {
        struct timespec time;
        clock_gettime(CLOCK_MONOTONIC, &time);
        uint64_t now = (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
        uint64_t left = deadline <= now ? 0 : (deadline - now) / 1000 + 1;
        timeout = left > 3600000 ? 3600000 : (int)left;
    }
    struct pollfd polls[2] = {
        {.fd = sd.get_fd(bus->bus), .events = (short)events}, {.fd = wake, .events = POLLIN},
    };
    if (poll(polls, 2, timeout) < 0) return errno == EINTR ? 0 : -errno;
    return polls[1].revents != 0;
}
int cbus_process(cbus *bus) { return sd.process(bus->bus, NULL); }

static int on_call(sd_bus_message *m, void *userdata, sd_bus_error *error) {
    (void)error;
    handler *own = userdata;
    if (sd.message_is_method_call(m, NULL, NULL) <= 0) return 0;
    own->call(m, own->context);
    return 1;
}

int cbus_serve(cbus *bus, const char *path, cbus_call_handler call, void *context) {
    handler *new = new_handler(bus, context);
    if (!new) return -ENOMEM;
    new->call = call;
    return sd.add_fallback(bus->bus, NULL, path, on_call, new);
}

static int on_signal(sd_bus_message *m, void *userdata, sd_bus_error *error) {
    (void)error;
    handler *own = userdata;
    own->call(m, own->context);
    return 0;
}

int cbus_watch_signals(cbus *bus, const char *match, cbus_call_handler signal, void *context) {
    handler *new = new_handler(bus, context);
    if (!new) return -ENOMEM;
    new->call = signal;
    return sd.add_match_async(bus->bus, NULL, match, on_signal, NULL, new);
}

static int on_reply(sd_bus_message *m, void *userdata, sd_bus_error *error) {
    (void)error;
    handler *own = userdata;
    own->reply(m, sd.message_get_errno(m), own->context);
    forget(own);
    return 1;
}

int cbus_new_call(
    cbus *bus, const char *destination, const char *path, const char *interface, const char *member,
    cbus_message **call) {
    return sd.message_new_method_call(bus->bus, call, destination, path, interface, member);
}

int cbus_start_nothing(cbus_message *call) { return sd.message_set_auto_start(call, 0); }

const char *cbus_error(cbus_message *reply) {
    const sd_bus_error *error = sd.message_get_error(reply);
    return error ? error->name : NULL;
}

const char *cbus_error_text(cbus_message *reply) {
    const sd_bus_error *error = sd.message_get_error(reply);
    return error ? error->message : NULL;
}

int cbus_call(cbus *bus, cbus_message *call, cbus_reply_handler reply, void *context) {
    handler *new = new_handler(bus, context);
    if (!new) return -ENOMEM;
    new->reply = reply;
    int result = sd.call_async(bus->bus, NULL, call, on_reply, new, 0);
    if (result < 0) forget(new);
    return result;
}

const char *cbus_sender(cbus_message *message) { return sd.message_get_sender(message); }
const char *cbus_path(cbus_message *message) { return sd.message_get_path(message); }
const char *cbus_interface(cbus_message *message) { return sd.message_get_interface(message); }
const char *cbus_member(cbus_message *message) { return sd.message_get_member(message); }
cbus_message *cbus_reference(cbus_message *message) { return sd.message_ref(message); }
void cbus_release(cbus_message *message) { sd.message_unref(message); }

int cbus_peek(cbus_message *message, char *type, const char **contents) {
    return sd.message_peek_type(message, type, contents);
}
int cbus_read(cbus_message *message, char type, void *value) { return sd.message_read_basic(message, type, value); }
int cbus_read_bytes(cbus_message *message, const void **bytes, size_t *count) {
    return sd.message_read_array(message, 'y', bytes, count);
}
int cbus_enter(cbus_message *message, char type, const char *contents) {
    return sd.message_enter_container(message, type, contents);
}
int cbus_leave(cbus_message *message) { return sd.message_exit_container(message); }

int cbus_new_reply(cbus_message *call, cbus_message **reply) { return sd.message_new_method_return(call, reply); }

int cbus_new_signal(
    cbus *bus, const char *destination, const char *path, const char *interface, const char *member,
    cbus_message **signal) {
    int result = sd.message_new_signal(bus->bus, signal, path, interface, member);
    if (result >= 0 && destination) {
        result = sd.message_set_destination(*signal, destination);
        if (result < 0) sd.message_unref(*signal);
    }
    return result;
}

int cbus_append_text(cbus_message *message, char type, const char *text) {
    return sd.message_append_basic(message, type, text);
}
int cbus_append(cbus_message *message, char type, const void *value) {
    return sd.message_append_basic(message, type, value);
}
int cbus_append_bytes(cbus_message *message, const void *bytes, size_t count) {
    return sd.message_append_array(message, 'y', bytes, count);
}
int cbus_open_container(cbus_message *message, char type, const char *contents) {
    return sd.message_open_container(message, type, contents);
}
int cbus_close_container(cbus_message *message) { return sd.message_close_container(message); }
int cbus_send(cbus_message *message) { return sd.send(NULL, message, NULL); }

int cbus_fail(cbus_message *call, const char *name, const char *text) {
    sd_bus_message *reply = NULL;
    sd_bus_error error = {name, text, 0};
    int result = sd.message_new_method_error(call, &reply, &error);
    if (result < 0) return result;
    result = sd.send(NULL, reply, NULL);
    sd.message_unref(reply);
    return result;
}
