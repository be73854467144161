/// The one door to libcurl: one GET over HTTP or HTTPS, POSTs over connections that are kept, and a look at a server's certificates. No policy lives here
/// but what keeps a hostile server within bounds: no redirect, no proxy, no other scheme, no older TLS than 1.2.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// What is asked of whom. Strings end with NUL and are only read.
typedef struct {
    /// `http://HOST[:PORT][/PATH]` or `https://…`: no user, query or fragment.
    const char *server;
    /// What follows the path of the server: `/reverse`.
    const char *method;
    /// What follows the question mark, escaped.
    const char *query;
    const char *user_agent;
    /// A file of certificates (PEM) to trust instead of the system's; NULL for the system's.
    const char *authorities;
    /// For all of it: name, connection, TLS, answer. Milliseconds, from 1 on.
    long timeout;
    /// A longer body is refused; bytes.
    size_t maximum;
} ccurl_request;

/// How it ended.
typedef enum {
    CCURL_ANSWERED,       ///< with a status and a body
    CCURL_BAD_SERVER,     ///< `server` is not what it must be
    CCURL_UNRESOLVED,     ///< the name has no address
    CCURL_NO_NAMES,       ///< no name service answers
    CCURL_UNREACHABLE,    ///< no connection; `error` says why
    CCURL_LATE,           ///< not within the timeout
    CCURL_LONG,           ///< more than `maximum`, or endless headers
    CCURL_UNFINISHED,     ///< the connection was closed before the end
    CCURL_NO_AUTHORITIES, ///< there are no authorities to trust
    CCURL_UNVERIFIED,     ///< no authority vouches for the certificate, or not on this day
    CCURL_WRONG_NAME,     ///< the certificate is for somebody else
    CCURL_BAD_CERTIFICATE, ///< our own certificate or its key cannot be used
    CCURL_NO_TLS,         ///< TLS fails; `words` says why
    CCURL_FAILED,         ///< anything else; `words` says why
} ccurl_outcome;

/// What came of it. Give it back with ``ccurl_answer_free``.
typedef struct {
    ccurl_outcome outcome;
    /// The status of HTTP, where there is one.
    long status;
    /// The system's error of a connection that failed; 0 for none.
    int error;
    /// What OpenSSL found wrong with the server's certificate (`X509_V_ERR_…`); 0 for nothing.
    long verified;
    /// libcurl's words.
    char words[256];
    /// `SCHEME://HOST[:PORT]` of the server that a redirect points to; empty where it points to none, or to the same.
    char moved_to[280];
    /// Seconds that the server wants us to wait; 0 if it names none.
    int64_t retry_after;
    /// Bytes of our body that were sent, also where there is no answer.
    int64_t sent;
    /// The body; NULL where it is empty.
    uint8_t *body;
    size_t size;
} ccurl_answer;

/// From when to when a certificate is valid; seconds since 1970.
typedef struct {
    int64_t from;
    int64_t to;
} ccurl_validity;

/// Asks. Blocks for `timeout` at most.
ccurl_answer ccurl_get(const ccurl_request *request);

/// Frees the body.
void ccurl_answer_free(ccurl_answer *answer);

/// Connects to the server over TLS without trusting it and without asking anything, and says when its certificates are
/// valid, its own first. Returns how many there are, at most `room`; 0 where none were shown.
size_t ccurl_validities(const ccurl_request *request, ccurl_validity *validities, size_t room);

/// The server that a redirect to `location` points to, as ``ccurl_answer.moved_to`` has it. Returns 0 where it points to none.
int ccurl_server_of(const char *location, char *server, size_t room);

/// Prepares libcurl; before there are threads. Returns 0 if that failed.
int ccurl_prepare(void);

/// Connections that are kept open for the next message. One thread at a time.
typedef struct ccurl_session ccurl_session;

/// What is sent. Strings end with NUL and are only read.
typedef struct {
    /// `http://HOST[:PORT][/PATH][?QUERY]` or `https://…`: no user.
    const char *url;
    /// For Basic authentication; NULL for none.
    const char *user;
    const char *password;
    /// A file of certificates (PEM) to trust instead of the system's; NULL for the system's.
    const char *authorities;
    /// A client certificate and its key (PEM); NULL for none.
    const char *certificate;
    const char *key;
    const char *user_agent;
    /// `Name: value` each.
    const char *const *headers;
    size_t header_count;
    /// NULL: connect over TLS, and send nothing.
    const uint8_t *body;
    size_t size;
    /// For all of it, in milliseconds, from 1 on.
    long timeout;
    /// A longer answer is refused; bytes.
    size_t maximum;
    /// Once this descriptor is readable, the request is given up within a second; -1 for none.
    int stop;
} ccurl_message;

/// A session without connections; NULL if there is no memory.
ccurl_session *ccurl_session_new(void);

/// Closes its connections.
void ccurl_session_free(ccurl_session *session);

/// Sends a message with POST. Blocks for `timeout` at most.
ccurl_answer ccurl_post(ccurl_session *session, const ccurl_message *message);
