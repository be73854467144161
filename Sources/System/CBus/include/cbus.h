#pragma once

#include <stddef.h>
#include <stdint.h>

// The door to sd-bus, D-Bus of systemd. The library (libsystemd.so.0) is loaded when a bus is opened and not before, so that
// nothing is linked and nothing is mapped where no D-Bus is spoken. One thread uses a bus and all that comes from it.
// Functions return 0 or more, or a negative errno.

typedef struct cbus cbus;
/// A message: a call, or a reply or signal that is being written.
typedef struct sd_bus_message cbus_message;

/// A method was called on an object at or below a path. The message is valid until the function returns, unless it is referenced.
typedef void (*cbus_call_handler)(cbus_message *call, void *context);
/// A call of ours was answered: 0, or the positive errno of an error. The message is valid until the function returns.
typedef void (*cbus_reply_handler)(cbus_message *reply, int failure, void *context);
/// Opens the system bus (DBUS_SYSTEM_BUS_ADDRESS, or the usual socket). -ENOSYS: the library cannot be loaded.
int cbus_open(cbus **bus);
/// Opens the bus of the user's session (DBUS_SESSION_BUS_ADDRESS, or the usual socket).
int cbus_open_user(cbus **bus);
/// Sends what waits, closes the bus and forgets all handlers.
void cbus_close(cbus *bus);

/// Waits until something is due on the bus, or `wake` can be read: 1 if it can, 0 if not.
int cbus_wait(cbus *bus, int wake);
/// Does one thing that is due: above 0 if there may be more.
int cbus_process(cbus *bus);

/// Calls on objects at `path` and below it.
int cbus_serve(cbus *bus, const char *path, cbus_call_handler handler, void *context);
/// Signals, by a rule of D-Bus's. A rule does not prove the sender: anybody may send a signal to one name.
int cbus_watch_signals(cbus *bus, const char *match, cbus_call_handler handler, void *context);

/// NULL where there is none.
const char *cbus_sender(cbus_message *message);
const char *cbus_path(cbus_message *message);
const char *cbus_interface(cbus_message *message);
const char *cbus_member(cbus_message *message);
cbus_message *cbus_reference(cbus_message *message);
void cbus_release(cbus_message *message);

/// The type of the next argument: its letter, and for a container what it holds. 0 at the end of the message or of the container.
int cbus_peek(cbus_message *message, char *type, const char **contents);
/// Reads the next argument of a basic type into a value of its size; texts are pointers into the message.
int cbus_read(cbus_message *message, char type, void *value);
/// Reads the next argument, an array of bytes: a pointer into the message.
int cbus_read_bytes(cbus_message *message, const void **bytes, size_t *count);
/// Enters a container: 'v', 'a', 'r' or 'e' with its contents. Its elements are read as usual. And its end.
int cbus_enter(cbus_message *message, char type, const char *contents);
int cbus_leave(cbus_message *message);

/// Begins a call of a method of others; hand it to cbus_call, which calls the handler once unless the bus is closed or this fails,
/// and release it.
int cbus_new_call(
    cbus *bus, const char *destination, const char *path, const char *interface, const char *member,
    cbus_message **call);
/// The call does not start a service that is not there.
int cbus_start_nothing(cbus_message *call);
/// The name of the error that a reply is; NULL if it is none.
const char *cbus_error(cbus_message *reply);
/// What the error says; NULL if it says nothing.
const char *cbus_error_text(cbus_message *reply);
int cbus_call(cbus *bus, cbus_message *call, cbus_reply_handler handler, void *context);
/// Begins a reply, or a signal to one name (NULL: to all). Release it after it was sent.
int cbus_new_reply(cbus_message *call, cbus_message **reply);
int cbus_new_signal(
    cbus *bus, const char *destination, const char *path, const char *interface, const char *member,
    cbus_message **signal);
/// Appends text, for 's' and 'o'.
int cbus_append_text(cbus_message *message, char type, const char *text);
/// Appends a number of any type: a pointer to a value of its size. And an array of bytes.
int cbus_append(cbus_message *message, char type, const void *value);
int cbus_append_bytes(cbus_message *message, const void *bytes, size_t count);
/// 'v', 'a', 'r' or 'e' with its contents; and its end.
int cbus_open_container(cbus_message *message, char type, const char *contents);
int cbus_close_container(cbus_message *message);
/// Sends a reply or a signal.
int cbus_send(cbus_message *message);
/// Answers a call with an error.
int cbus_fail(cbus_message *call, const char *name, const char *text);
