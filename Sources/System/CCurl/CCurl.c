#define _GNU_SOURCE // getaddrinfo_a

#include "CCurl.h"

#include <curl/curl.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// Headers are bounded like the body: a server could send them without end.
enum { LONGEST_HEADERS = 1 << 16 };

// What X509_V_OK and X509_V_ERR_UNSPECIFIED are in OpenSSL: nothing was found wrong with the chain itself.
enum { LAST_VERIFIED = 1 };

// A resolver asks a server of names again after so long: one that refuses a name has answered by then. Microseconds.
enum { SLOWEST_REFUSAL = 5000000 };

typedef struct {
    uint8_t *bytes;
    size_t size;
    size_t headers;
    size_t maximum;
    int is_long;
} collector;

static size_t collect(char *bytes, size_t one, size_t count, void *context)
{
    (void)one;
    collector *into = context;
    if (count > into->maximum - into->size) {
        into->is_long = 1;
        return 0;
    }
    if (count == 0) return 0;
    uint8_t *grown = realloc(into->bytes, into->size + count);
    if (grown == NULL) return 0;
    memcpy(grown + into->size, bytes, count);
    into->bytes = grown;
    into->size += count;
    return count;
}

static size_t count_header(char *bytes, size_t one, size_t count, void *context)
{
    (void)bytes;
    (void)one;
    collector *into = context;
    into->headers += count;
    if (into->headers <= LONGEST_HEADERS) return count;
    into->is_long = 1;
    return 0;
}

/// libcurl calls it each second at least. Anything but 0 ends the request.
static int is_given_up(void *context, curl_off_t total, curl_off_t now, curl_off_t upload_total, curl_off_t upload_now)
{
    (void)total;
    (void)now;
    (void)upload_total;
    (void)upload_now;
    struct pollfd entry = {.fd = *(const int *)context, .events = POLLIN};
    return poll(&entry, 1, 0) > 0;
}

static CURLU *parsed(const char *text)
{
    CURLU *url = curl_url();
    if (url == NULL) return NULL;
    char *scheme = NULL;
    int is_good = curl_url_set(url, CURLUPART_URL, text, CURLU_DISALLOW_USER | CURLU_PATH_AS_IS) == CURLUE_OK &&
                  curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
                  (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0);
    curl_free(scheme);
    if (is_good) return url;
    curl_url_cleanup(url);
    return NULL;
}

/// The URL of a request, to be freed; NULL where its server is none.
static char *location_of(const ccurl_request *request)
{
    CURLU *url = parsed(request->server);
    if (url == NULL) return NULL;
    char *part = NULL, *location = NULL;
    // A server with a query or a fragment is none.
    if (curl_url_get(url, CURLUPART_QUERY, &part, 0) == CURLUE_NO_QUERY &&
        curl_url_get(url, CURLUPART_FRAGMENT, &part, 0) == CURLUE_NO_FRAGMENT &&
        curl_url_get(url, CURLUPART_URL, &part, 0) == CURLUE_OK) {
        size_t length = strlen(part);
        while (length > 0 && part[length - 1] == '/') length--;
        size_t room = length + strlen(request->method) + 1 + strlen(request->query) + 1;
        location = malloc(room);
        if (location != NULL) snprintf(location, room, "%.*s%s?%s", (int)length, part, request->method, request->query);
    }
    curl_free(part);
    curl_url_cleanup(url);
    return location;
}

int ccurl_prepare(void)
{
    static int is_ready = 0;
    if (!is_ready && curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return 0;
    is_ready = 1;
    return 1;
}

/// What keeps a hostile server within bounds, for every request.
static int bounded(CURL *curl, const char *location, long timeout, const char *authorities)
{
    CURLcode code = CURLE_OK;
#define SET(option, value) (code = code != CURLE_OK ? code : curl_easy_setopt(curl, option, value))
    SET(CURLOPT_URL, location);
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_PATH_AS_IS, 1L);
    SET(CURLOPT_TIMEOUT_MS, timeout);
    SET(CURLOPT_CONNECTTIMEOUT_MS, timeout);
    // A resolver that hangs holds nobody up once the time is over.
    SET(CURLOPT_QUICK_EXIT, 1L);
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (authorities != NULL) {
        SET(CURLOPT_CAINFO, authorities);
        SET(CURLOPT_CAPATH, NULL);
    }
#undef SET
    return code == CURLE_OK;
}

static CURL *prepared(const ccurl_request *request, const char *location)
{
    if (!ccurl_prepare()) return NULL;
    CURL *curl = curl_easy_init();
    if (curl == NULL) return NULL;
    if (bounded(curl, location, request->timeout, request->authorities)) return curl;
    curl_easy_cleanup(curl);
    return NULL;
}

/// A question to the name service, which a thread of the C library may answer when nobody waits any more.
typedef struct {
    struct gaicb asked;
    struct addrinfo hints;
    char host[];
} question;

/// Whether the name service does not answer a question within so many microseconds, or says itself that it cannot.
static int is_unanswered(const char *host, curl_off_t limit)
{
    question *asking = calloc(1, sizeof *asking + strlen(host) + 1);
    if (asking == NULL) return 0;
    strcpy(asking->host, host);
    asking->hints.ai_socktype = SOCK_STREAM;
    asking->asked.ar_name = asking->host;
    asking->asked.ar_request = &asking->hints;
    struct gaicb *list[] = {&asking->asked};
    struct timespec left = {.tv_sec = limit / 1000000, .tv_nsec = limit % 1000000 * 1000};
    int code = getaddrinfo_a(GAI_NOWAIT, list, 1, NULL);
    if (code == 0) {
        gai_suspend((const struct gaicb *const *)list, 1, &left);
        int cancelled = gai_cancel(list[0]);
        // The thread still writes to what it has begun: that is never freed.
        if (cancelled == EAI_NOTCANCELED) return 1;
        // Of what was not begun gai_error goes on to say that it is in progress.
        code = cancelled == EAI_CANCELED ? cancelled : gai_error(list[0]);
        if (code == 0) freeaddrinfo(asking->asked.ar_result);
    }
    free(asking);
    return code == EAI_AGAIN || code == EAI_CANCELED;
}

/// Whether a name has no address because no name service answers, which libcurl does not say. It is asked again only if
/// it answered soon, and within the time of the request, in milliseconds.
static int is_name_service_down(CURL *curl, const char *location, long timeout)
{
    curl_off_t taken = 0;
    curl_easy_getinfo(curl, CURLINFO_TOTAL_TIME_T, &taken);
    curl_off_t left = (curl_off_t)timeout * 1000 - taken;
    if (taken > SLOWEST_REFUSAL || left <= 0) return 1;
    CURLU *url = parsed(location);
    char *host = NULL;
    int is_down = url != NULL && curl_url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK && is_unanswered(host, left);
    curl_free(host);
    curl_url_cleanup(url);
    return is_down;
}

static ccurl_outcome outcome_of(CURLcode code, CURL *curl, const collector *into)
{
    long verified = 0;
    if (into->is_long) return CCURL_LONG;
    switch (code) {
    case CURLE_OK: return CCURL_ANSWERED;
    // CURLE_UNSUPPORTED_PROTOCOL is no fault of the URL, whose scheme was looked at: what answers is not HTTP.
    case CURLE_URL_MALFORMAT: return CCURL_BAD_SERVER;
    case CURLE_COULDNT_RESOLVE_HOST: return CCURL_UNRESOLVED;
    case CURLE_COULDNT_CONNECT: return CCURL_UNREACHABLE;
    case CURLE_OPERATION_TIMEDOUT: return CCURL_LATE;
    case CURLE_FILESIZE_EXCEEDED: return CCURL_LONG;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR: return CCURL_UNFINISHED;
    case CURLE_SSL_CACERT_BADFILE: return CCURL_NO_AUTHORITIES;
    case CURLE_SSL_CERTPROBLEM: return CCURL_BAD_CERTIFICATE;
    case CURLE_PEER_FAILED_VERIFICATION:
        curl_easy_getinfo(curl, CURLINFO_SSL_VERIFYRESULT, &verified);
        return verified > LAST_VERIFIED ? CCURL_UNVERIFIED : CCURL_WRONG_NAME;
    case CURLE_SSL_CONNECT_ERROR: return CCURL_NO_TLS;
    default: return CCURL_FAILED;
    }
}

/// Performs what is set, and says what came of it.
static void answer_with(CURL *curl, const char *location, long timeout, collector *into, ccurl_answer *answer)
{
    CURLcode code = curl_easy_perform(curl);
    long error = 0;
    curl_off_t retry_after = 0, sent = 0;
    char *moved_to = NULL;
    curl_easy_getinfo(curl, CURLINFO_OS_ERRNO, &error);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer->status);
    curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &moved_to);
    curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &retry_after);
    curl_easy_getinfo(curl, CURLINFO_SIZE_UPLOAD_T, &sent);
    answer->retry_after = (int64_t)retry_after;
    answer->sent = (int64_t)sent;
    answer->error = (int)error;
    answer->outcome = outcome_of(code, curl, into);
    if (answer->outcome == CCURL_UNRESOLVED && is_name_service_down(curl, location, timeout))
        answer->outcome = CCURL_NO_NAMES;
    curl_easy_getinfo(curl, CURLINFO_SSL_VERIFYRESULT, &answer->verified);
    answer->body = into->bytes;
    answer->size = into->size;
    char own[sizeof answer->moved_to];
    if (moved_to != NULL && ccurl_server_of(moved_to, answer->moved_to, sizeof answer->moved_to) &&
        ccurl_server_of(location, own, sizeof own) && strcmp(own, answer->moved_to) == 0)
        answer->moved_to[0] = '\0';
    if (answer->words[0] == '\0' && code != CURLE_OK)
        snprintf(answer->words, sizeof answer->words, "%s", curl_easy_strerror(code));
    // The words outlive the handle.
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, NULL);
}

ccurl_answer ccurl_get(const ccurl_request *request)
{
    ccurl_answer answer = {.outcome = CCURL_BAD_SERVER};
    char *location = location_of(request);
    if (location == NULL) return answer;
    answer.outcome = CCURL_FAILED;
    CURL *curl = prepared(request, location);
    struct curl_slist *headers = curl_slist_append(NULL, "Accept: application/json");
    if (curl != NULL && headers != NULL) {
        collector into = {.maximum = request->maximum};
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(curl, CURLOPT_USERAGENT, request->user_agent);
        curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, answer.words);
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, collect);
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, &into);
        curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, count_header);
        curl_easy_setopt(curl, CURLOPT_HEADERDATA, &into);
        answer_with(curl, location, request->timeout, &into, &answer);
    }
    curl_slist_free_all(headers);
    if (curl != NULL) curl_easy_cleanup(curl);
    free(location);
    return answer;
}

void ccurl_answer_free(ccurl_answer *answer)
{
    free(answer->body);
    answer->body = NULL;
    answer->size = 0;
}

/// What a certificate's line says behind its name: `Start date:Jan  1 00:00:00 2020 GMT`.
static int64_t moment(const struct curl_slist *lines, const char *name)
{
    size_t length = strlen(name);
    for (; lines != NULL; lines = lines->next) {
        if (strncmp(lines->data, name, length) == 0) return (int64_t)curl_getdate(lines->data + length, NULL);
    }
    return -1;
}

size_t ccurl_validities(const ccurl_request *request, ccurl_validity *validities, size_t room)
{
    char *location = location_of(request);
    CURL *curl = location != NULL ? prepared(request, location) : NULL;
    size_t count = 0;
    if (curl != NULL) {
        // Nothing is sent over this connection but what TLS needs.
        curl_easy_setopt(curl, CURLOPT_CONNECT_ONLY, 1L);
        curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
        curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
        curl_easy_setopt(curl, CURLOPT_CERTINFO, 1L);
        struct curl_certinfo *found = NULL;
        if (curl_easy_perform(curl) == CURLE_OK &&
            curl_easy_getinfo(curl, CURLINFO_CERTINFO, &found) == CURLE_OK && found != NULL) {
            for (int index = 0; index < found->num_of_certs && count < room; index++) {
                ccurl_validity validity = {
                    .from = moment(found->certinfo[index], "Start date:"),
                    .to = moment(found->certinfo[index], "Expire date:"),
                };
                if (validity.from >= 0 && validity.to >= 0) validities[count++] = validity;
            }
        }
        curl_easy_cleanup(curl);
    }
    free(location);
    return count;
}

int ccurl_server_of(const char *location, char *server, size_t room)
{
    CURLU *url = parsed(location);
    char *scheme = NULL, *host = NULL, *port = NULL;
    int length = 0;
    if (url != NULL && curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
        curl_url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK) {
        curl_url_get(url, CURLUPART_PORT, &port, CURLU_NO_DEFAULT_PORT);
        length = snprintf(server, room, "%s://%s%s%s", scheme, host, port != NULL ? ":" : "", port != NULL ? port : "");
    }
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    curl_url_cleanup(url);
    if (length > 0 && (size_t)length < room) return 1;
    server[0] = '\0';
    return 0;
}

struct ccurl_session {
    CURL *curl;
};

ccurl_session *ccurl_session_new(void)
{
    if (!ccurl_prepare()) return NULL;
    ccurl_session *session = calloc(1, sizeof *session);
    if (session == NULL) return NULL;
    session->curl = curl_easy_init();
    if (session->curl != NULL) return session;
    free(session);
    return NULL;
}

void ccurl_session_free(ccurl_session *session)
{
    if (session == NULL) return;
    curl_easy_cleanup(session->curl);
    free(session);
}

ccurl_answer ccurl_post(ccurl_session *session, const ccurl_message *message)
{
    ccurl_answer answer = {.outcome = CCURL_BAD_SERVER};
    CURL *curl = session->curl;
    CURLU *url = parsed(message->url);
    if (url == NULL) return answer;
    curl_url_cleanup(url);
    answer.outcome = CCURL_FAILED;
    // Options go, connections and what TLS remembers stay.
    curl_easy_reset(curl);
    if (!bounded(curl, message->url, message->timeout, message->authorities)) return answer;
    struct curl_slist *headers = NULL;
    for (size_t index = 0; index < message->header_count; index++) {
        struct curl_slist *longer = curl_slist_append(headers, message->headers[index]);
        if (longer == NULL) {
            curl_slist_free_all(headers);
            return answer;
        }
        headers = longer;
    }
    collector into = {.maximum = message->maximum};
    if (message->body == NULL) {
        curl_easy_setopt(curl, CURLOPT_CONNECT_ONLY, 1L);
    } else {
        curl_easy_setopt(curl, CURLOPT_POST, 1L);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, (const char *)message->body);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)message->size);
    }
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, message->user_agent);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, answer.words);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &into);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, count_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &into);
    curl_easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L);
    int stop = message->stop;
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, is_given_up);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &stop);
    if (message->user != NULL) {
        curl_easy_setopt(curl, CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC);
        curl_easy_setopt(curl, CURLOPT_USERNAME, message->user);
        curl_easy_setopt(curl, CURLOPT_PASSWORD, message->password != NULL ? message->password : "");
    }
    if (message->certificate != NULL) {
        curl_easy_setopt(curl, CURLOPT_SSLCERT, message->certificate);
        curl_easy_setopt(curl, CURLOPT_SSLKEY, message->key);
    }
    answer_with(curl, message->url, message->timeout, &into, &answer);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, NULL);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, NULL);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 1L);
    curl_slist_free_all(headers);
    return answer;
}
