# Thin: each target says in a line or two what a person would type.

PREFIX ?= /usr
DESTDIR ?=
sysconfdir ?= /etc
bindir = $(PREFIX)/bin
datadir = $(PREFIX)/share/locd
docdir = $(PREFIX)/share/doc/locd
mandir = $(PREFIX)/share/man
# systemd reads these below /usr and /usr/local alike.
unitdir = $(PREFIX)/lib/systemd/system
sysusersdir = $(PREFIX)/lib/sysusers.d
tmpfilesdir = $(PREFIX)/lib/tmpfiles.d
catalogdir = $(PREFIX)/lib/systemd/catalog
udevdir = $(PREFIX)/lib/udev/rules.d
# Where the shells of Debian look for completions; zsh has another place for what no package brought.
bashdir = $(PREFIX)/share/bash-completion/completions
zshdir = $(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
fishdir = $(PREFIX)/share/fish/vendor_completions.d

SWIFT ?= swift
# What `make install` installs: the release when it was built, so that nothing is built as root by accident.
BINARY ?= .build/release/locd
# An import of a target that the manifest does not name is an error (DESIGN: arrows point one way).
BUILDFLAGS = --explicit-target-dependency-import-check error

# Relocations in 12 kB instead of 1.4 MB (glibc 2.36 and later read them), and no table of symbols for plug-ins that there
# are none of: 2 MB less resident. Of the linkers in the toolchain only lld packs relocations.
RELEASEFLAGS = -c release --static-swift-stdlib -Xswiftc -use-ld=lld \
	-Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs

.DELETE_ON_ERROR:
.PHONY: build release docc places deb install uninstall demo soak week faults integration test sanitize coverage mutants corpus fuzz bench lint clean deps

build: deps
	$(SWIFT) build $(BUILDFLAGS)

# The Swift runtime is linked in: the binary runs where no Swift is installed. The check is cheap and the mistake is not.
release: deps
	$(SWIFT) build $(BUILDFLAGS) $(RELEASEFLAGS) --product locd
	strip .build/release/locd
	! ldd .build/release/locd | grep -E 'libswift|libFoundation|not found'

# The pages of `import CoreLocation`, in .build/documentation.
docc: build
	packaging/docc

# What CLGeocoder looks towns up in: some 20 seconds and 40 MB of downloads, the first time.
places:
	packaging/places/make

# A Debian package for the architecture that this runs on, in .build/deb, and what lintian says of it.
deb: release places
	packaging/deb

test: deps
	$(SWIFT) test $(BUILDFLAGS)

# gpsd's 132 recordings through gpsd and through a serial port: what differs from gpsd's own answers.
corpus: deps
	$(SWIFT) test $(BUILDFLAGS) --filter CorpusTests

# Each parser under libFuzzer, so many seconds each.
SECONDS_EACH ?= 60
fuzz: deps
	Fuzz/run $(SECONDS_EACH)

demo: deps
	$(SWIFT) build $(BUILDFLAGS) --product locd
	packaging/demo .build/debug/locd

# Half an hour of receivers that are unplugged and gpsds that are killed; SOAK="--serial 100 --gpsd 10" is a tenth.
soak: deps
	$(SWIFT) build $(BUILDFLAGS) --product locd
	packaging/soak .build/debug/locd $(SOAK)

# A week at 1 Hz in two minutes or more, ten clients: memory, descriptors and threads after each day.
week: release
	packaging/week .build/release/locd

# Clock steps, full disks, a gpsd that lies, SIGSTOP: what happens, what is lost, what status says. Some need root.
faults: deps
	$(SWIFT) build $(BUILDFLAGS) --product locd
	packaging/faults .build/debug/locd

# The package in a Debian that boots (systemd-nspawn). Root only; where this machine cannot boot one it says so and is skipped.
integration: deb
	packaging/deps --integration
	packaging/integration || [ $$? -eq 77 ]

# The tests under the address and the thread sanitizer, each with a build of its own. SANITIZERS=thread for one of them.
SANITIZERS ?= address thread
sanitize: deps
	packaging/sanitize $(SANITIZERS)

# Which lines the unit tests run, by target; fails below 90 % where it is promised.
coverage: deps
	packaging/coverage

# Faults put into the services one at a time: do the tests notice? An hour for all; MUTANTS='1-10' for some.
mutants: deps
	packaging/mutants $(MUTANTS)

# What it costs, beside gpsd in the same run; see Documentation/Performance.md. BENCHFLAGS='--seconds 30' is quicker.
BENCHFLAGS ?=
bench: release
	Benchmarks/live --locd .build/release/locd $(BENCHFLAGS)
	Benchmarks/replay
	Benchmarks/tracks
	Benchmarks/written
	$(SWIFT) run --package-path Benchmarks -c release pipeline
	$(SWIFT) run --package-path Benchmarks -c release regions
	.build/release/locd simulate loop --loop --epochs 200000 --output .build/drive.nmea
	$(SWIFT) run --package-path Benchmarks -c release sentences .build/drive.nmea

lint:
	$(SWIFT) format lint --strict -r Sources Tests Fuzz Benchmarks/Sources Benchmarks/Package.swift Package.swift Examples/Sources Examples/Package.swift

# An administrator's locd.yaml is never touched.
install:
	@test -x $(BINARY) || { echo "make: no $(BINARY): run 'make release' first, or give BINARY=…" >&2; exit 1; }
	install -Dm755 $(BINARY) $(DESTDIR)$(bindir)/locd
	install -d $(DESTDIR)$(unitdir)
	sed 's|/usr/bin/locd|$(bindir)/locd|; s|/usr/share/doc/locd|$(docdir)|' systemd/locd.service >$(DESTDIR)$(unitdir)/locd.service
	sed 's|/usr/share/doc/locd|$(docdir)|' systemd/locd.socket >$(DESTDIR)$(unitdir)/locd.socket
	chmod 644 $(DESTDIR)$(unitdir)/locd.service $(DESTDIR)$(unitdir)/locd.socket
	install -Dm644 systemd/gpsd-only.conf $(DESTDIR)$(datadir)/systemd/gpsd-only.conf
	install -Dm644 systemd/locd.sysusers $(DESTDIR)$(sysusersdir)/locd.conf
	install -Dm644 systemd/locd.tmpfiles $(DESTDIR)$(tmpfilesdir)/locd.conf
	for f in systemd/*.catalog; do [ ! -e $$f ] || install -Dm644 $$f $(DESTDIR)$(catalogdir)/$${f##*/} || exit; done
	test -e $(DESTDIR)$(sysconfdir)/locd/locd.yaml || install -Dm644 config/locd.yaml $(DESTDIR)$(sysconfdir)/locd/locd.yaml
	install -Dm644 Sources/LocdProtocol/org.locd.Location.varlink $(DESTDIR)$(datadir)/org.locd.Location.varlink
	install -Dm644 config/locd.yaml $(DESTDIR)$(datadir)/locd.yaml
	[ ! -e .build/places.locd ] || install -Dm644 .build/places.locd $(DESTDIR)$(datadir)/places.locd
	for f in Documentation/schemas/*.json; do [ ! -e $$f ] || install -Dm644 $$f $(DESTDIR)$(datadir)/schemas/$${f##*/} || exit; done
	for f in README.md CHANGELOG.md LICENSE Documentation/*.md; do [ ! -e $$f ] || install -Dm644 $$f $(DESTDIR)$(docdir)/$${f##*/} || exit; done
	for f in packaging/man/*.[1-8]; do [ ! -e $$f ] || install -Dm644 $$f $(DESTDIR)$(mandir)/man$${f##*.}/$${f##*/} || exit; done
	for f in packaging/*.rules; do [ ! -e $$f ] || install -Dm644 $$f $(DESTDIR)$(udevdir)/$${f##*/} || exit; done
	install -d $(DESTDIR)$(bashdir) $(DESTDIR)$(zshdir) $(DESTDIR)$(fishdir)
	$(BINARY) --generate-completion-script bash >$(DESTDIR)$(bashdir)/locd
	$(BINARY) --generate-completion-script zsh >$(DESTDIR)$(zshdir)/_locd
	$(BINARY) --generate-completion-script fish >$(DESTDIR)$(fishdir)/locd.fish
	@[ -n "$(DESTDIR)" ] || echo "installed. Next: systemd-sysusers && systemctl daemon-reload && systemctl enable --now locd"

# Tracks, state and the administrator's configuration stay.
uninstall:
	rm -f $(DESTDIR)$(bindir)/locd $(DESTDIR)$(unitdir)/locd.service $(DESTDIR)$(unitdir)/locd.socket
	rm -f $(DESTDIR)$(sysusersdir)/locd.conf $(DESTDIR)$(tmpfilesdir)/locd.conf
	rm -rf $(DESTDIR)$(datadir) $(DESTDIR)$(docdir)
	for f in systemd/*.catalog; do rm -f $(DESTDIR)$(catalogdir)/$${f##*/}; done
	for f in packaging/man/*.[1-8]; do rm -f $(DESTDIR)$(mandir)/man$${f##*.}/$${f##*/}; done
	for f in packaging/*.rules; do rm -f $(DESTDIR)$(udevdir)/$${f##*/}; done
	rm -f $(DESTDIR)$(bashdir)/locd $(DESTDIR)$(fishdir)/locd.fish $(DESTDIR)$(zshdir)/_locd

clean:
	rm -rf .build

deps:
	@packaging/deps
