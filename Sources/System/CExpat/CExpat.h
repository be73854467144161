#include <expat.h>
#include <stdint.h>

// Expat 2.9 has positions of 64 bits and deprecates the others, which are all that Debian 12 has.
#if XML_MAJOR_VERSION > 2 || (XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 9)
static inline uint64_t cexpat_line(XML_Parser parser) { return XML_GetCurrentLineNumber64(parser); }
static inline int64_t cexpat_byte(XML_Parser parser) { return XML_GetCurrentByteIndex64(parser); }
#else
static inline uint64_t cexpat_line(XML_Parser parser) { return XML_GetCurrentLineNumber(parser); }
static inline int64_t cexpat_byte(XML_Parser parser) { return XML_GetCurrentByteIndex(parser); }
#endif
