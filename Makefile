# Thin: each target says in a line or two what a person would type. `make help` lists them, from the comments behind `##`.

PREFIX ?= /usr
DESTDIR ?=
sysconfdir ?= /etc
bindir = $(PREFIX)/bin
# Programs that systemd starts, and nobody else.
libexecdir = $(PREFIX)/libexec/locd
datadir = $(PREFIX)/share/locd
docdir = $(PREFIX)/share/doc/locd
mandir = $(PREFIX)/share/man
# systemd reads these below /usr and /usr/local alike.
unitdir = $(PREFIX)/lib/systemd/system
userunitdir = $(PREFIX)/lib/systemd/user
sysusersdir = $(PREFIX)/lib/sysusers.d
dbusdir = $(PREFIX)/share/dbus-1/system.d
tmpfilesdir = $(PREFIX)/lib/tmpfiles.d
catalogdir = $(PREFIX)/lib/systemd/catalog
udevdir = $(PREFIX)/lib/udev/rules.d
# Where the shells of Debian look for completions; zsh has another place for what no package brought.
bashdir = $(PREFIX)/share/bash-completion/completions
zshdir = $(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
fishdir = $(PREFIX)/share/fish/vendor_completions.d

# Without make's own variables: SwiftPM plans anew, for 8 s, when the environment is another one.
SWIFT ?= env -u MAKELEVEL -u MAKEFLAGS -u MFLAGS swift
# Where `make release` builds, a folder of its own: a build with other flags does not undo this one, and the tests can run while it builds.
SHIPPING ?= .build/shipping
# What `make install` installs: the release when it was built, so that nothing is built as root by accident.
SHIPPED = $(SHIPPING)/release
BINARY ?= $(SHIPPED)/locd
GEOCODE ?= $(SHIPPED)/locd-geocode
PUBLISH ?= $(SHIPPED)/locd-publish
WEB ?= $(SHIPPED)/locd-web
# An import of a target that the manifest does not name is an error (DESIGN: arrows point one way).
BUILDFLAGS = --explicit-target-dependency-import-check error $(CIFLAGS)
# CI builds once, from nothing: whole modules and no debug information take a fifth less time then. An edited file would take more.
CIFLAGS = $(if $(CI),-debug-info-format none -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2)

# Relocations in 12 kB instead of 1.4 MB (glibc 2.36 and later read them), and no table of symbols for plug-ins that there
# are none of: 2 MB less resident. Of the linkers in the toolchain only lld packs relocations. A section for each function lets it
# leave out those that nobody calls, and keep once those that are equal (2 MB; no code here compares functions by address). Small code,
# too: most of what a daemon's fix costs is to read its code from memory again.
# All symbols are bound at the start, and their table is then read-only. RESOLVED=--force-resolved-versions builds with the versions of other
# packages in Package.resolved and no others: packaging/dependencies.json lists those that are shipped.
RESOLVED =
# For another architecture: what packaging/cross adds, and what runs such a program here.
CROSS ?=
RUN ?=
RELEASEFLAGS = $(RESOLVED) $(CROSS) --scratch-path $(SHIPPING) -c release -debug-info-format none --static-swift-stdlib -Xswiftc -use-ld=lld \
	-Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now -Xlinker --icf=all \
	-Xswiftc -Osize -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xcc -fdata-sections
STRIP ?= strip

# What `make lint` and `make format` look at.
FORMATTED = Sources Tests Fuzz Benchmarks/Sources Benchmarks/Package.swift Package.swift Examples/Sources Examples/Package.swift
SHELL_SCRIPTS = .ci/run .ci/unit-check .ci/schema-check Scripts/demo Scripts/deps Scripts/adopter Scripts/docc Scripts/examples Scripts/hooks/pre-commit \
	Scripts/sanitize Scripts/tests packaging/cross packaging/deb packaging/repository packaging/places/make Fuzz/run Benchmarks/replay Benchmarks/tracks Benchmarks/written \
	Benchmarks/core-location

.DELETE_ON_ERROR:
.DEFAULT_GOAL := build
.PHONY: help build build-tests release check system test lint words format generate hooks adopter demo docc examples places deb arm64 repository install install-locd install-geocode install-publish install-web uninstall soak week faults \
	integration newcomer sanitize coverage corpus truth fuzz bench bench-long clean deps

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: deps ## build everything, debug; the binary is .build/debug/locd
	$(SWIFT) build $(BUILDFLAGS)

build-tests: deps ## the same with all tests
	$(SWIFT) build $(BUILDFLAGS) --build-tests

# The Swift runtime is linked in: the binary runs where no Swift is installed. The check is cheap and the mistake is not.
release: CIFLAGS =
release: deps ## build the binaries to ship: Swift runtime linked in, stripped
	for product in locd locd-geocode locd-publish locd-web; do $(SWIFT) build $(BUILDFLAGS) $(RELEASEFLAGS) --product $$product || exit; done
	$(STRIP) $(SHIPPED)/locd $(SHIPPED)/locd-geocode $(SHIPPED)/locd-publish $(SHIPPED)/locd-web
	! readelf -d $(SHIPPED)/locd $(SHIPPED)/locd-geocode $(SHIPPED)/locd-publish $(SHIPPED)/locd-web | grep -E 'NEEDED.*(libswift|libFoundation)'
	! readelf -d $(SHIPPED)/locd | grep -E 'NEEDED.*(libcurl|libssl|libgnutls|libmosquitto|libsqlite3)'

# ONLY=Tracks runs the tests of one target. The test program itself, and not `swift test`, which plans first.
ONLY ?=
UNITTESTS = .build/debug/locdPackageTests.xctest --testing-library swift-testing $(if $(ONLY),--filter '^$(ONLY)Tests\.',--skip '^SystemTests\.|Truth')
check: deps ## lint, words, layers, generated files, unit tests (random ones in short, Truth left to `make test`); ONLY=Tracks for all of one target
	$(MAKE) --no-print-directory -j3 lint words build-tests
	Scripts/layers
	Scripts/generate --check
	Scripts/check-paths
	Benchmarks/bench --self-test
	LOCD_SHORT=1 Scripts/tests $(UNITTESTS)

system: build-tests ## the tests that run the binary with real gpsd and pseudo-terminals: some 7 minutes
	Scripts/tests $(SWIFT) test $(BUILDFLAGS) --skip-build --disable-xctest --filter '^SystemTests\.'

test: build-tests ## all tests
	Scripts/tests $(SWIFT) test $(BUILDFLAGS) --skip-build --disable-xctest

# What changed since it passed; all of it if the rules did.
.build/linted: .swift-format $(shell find $(FORMATTED) -name '*.swift')
	@mkdir -p $(@D) && touch $@.new
	$(SWIFT) format lint --strict -p $(if $(filter .swift-format,$?),-r $(FORMATTED),$?)
	@mv $@.new $@

lint: .build/linted ## swift format in strict mode, of what changed, and shellcheck if it is installed
	! grep -rnE '\<U?Int(8|16|32|64)?\([^:]*\.rounded\(' Sources --include=*.swift # a bare conversion traps: Int(rounding:)
	! LC_ALL=C.UTF-8 grep -rhE '^.{121,}$$' Sources Tests Fuzz --include=*.swift | grep -E '^ *///? [^|]' | grep -v '``' # comments too end at 120 columns
	! command -v shellcheck >/dev/null || shellcheck $(SHELL_SCRIPTS)

words: ## look for misspellings (if codespell is installed) and for phrases that we do not write
	Scripts/words

format: ## bring all Swift sources into shape
	$(SWIFT) format -i -p -r $(FORMATTED)

generate: deps ## write what follows from the interface and from the tables of keys, messages and verbs: Swift, configuration, documentation
	Scripts/generate --sources
	for product in locd locd-publish; do $(SWIFT) build $(BUILDFLAGS) --product $$product || exit; done
	Scripts/generate

hooks: ## install a pre-commit hook: lint of changed files, and generated files are what they should be
	install -m755 Scripts/hooks/pre-commit "$$(git rev-parse --git-path hooks)/pre-commit"

demo: deps ## simulated receiver, real gpsd, locd, track: 20 locations, without hardware
	$(SWIFT) build $(BUILDFLAGS) --product locd
	Scripts/demo .build/debug/locd

docc: build ## the pages of `import CoreLocation`, in .build/documentation
	Scripts/docc

adopter: ## build a package that depends on locd by URL, as others would, debug and release
	Scripts/adopter

examples: deps ## build Examples as the package of its own that it is
	Scripts/examples --build

# Some 30 seconds and 65 MB of downloads, the first time.
places: ## the place table that CLGeocoder looks towns up in, and the base map of track map: .build/places.locd, basemap.locd
	packaging/places/make

KEY ?=
repository: ## an apt repository of .build/deb in .build/repository, signed: KEY=fingerprint or address of a key that gpg has
	Scripts/deps --repository
	packaging/repository "$(KEY)"

# For another release of Debian or another architecture, in .build/deb-RELEASE-ARCH: packaging/cross says how.
RELEASE =
ARCH =
SDK =
export RELEASE ARCH SDK RESOLVED
ifeq ($(RELEASE)$(ARCH),)
deb: release places ## the Debian packages, in .build/deb, and what lintian says of them; RELEASE=trixie, ARCH=arm64 SDK=PATH: for others
	Scripts/deps --deb
	packaging/deb
else
deb: places
	packaging/cross packages
endif

arm64: deps ## what `make deb ARCH=arm64 SDK=…` built, under qemu-user: replays as on amd64, the demo with gpsd, unit tests
	$(SWIFT) build $(BUILDFLAGS) --product locd
	ARCH=arm64 packaging/cross check

corpus: deps ## gpsd's 132 recordings through gpsd and through a serial port: what differs from gpsd's own answers
	Scripts/tests $(SWIFT) test $(BUILDFLAGS) --filter CorpusTests

SECONDS_EACH ?= 60
fuzz: deps ## each parser under libFuzzer, SECONDS_EACH=60
	Fuzz/run $(SECONDS_EACH)

# SOAK="--serial 100 --gpsd 10" is a tenth.
soak: deps ## half an hour of receivers that are unplugged and gpsds that are killed
	$(SWIFT) build $(BUILDFLAGS) --product locd
	Scripts/soak .build/debug/locd $(SOAK)

week: release ## a week at 1 Hz in two minutes or more, ten clients: memory, descriptors and threads after each day
	Scripts/week $(SHIPPED)/locd

# FAULTS='--only disk' tries some.
faults: deps ## clock steps; full, slow and hanging disks; two daemons: what happens, what is lost, what status says; some need root
	$(SWIFT) build $(BUILDFLAGS) --product locd
	Scripts/faults .build/debug/locd $(FAULTS)

integration: deb ## the package in a Debian that boots (systemd-nspawn); root only, skipped if the machine cannot boot it
	Scripts/deps --integration
	packaging/integration || [ $$? -eq 77 ]

newcomer: deb ## from the smallest Debian that boots to a daemon that records, by README and handbook, timed; root only
	Scripts/deps --integration
	Scripts/newcomer || [ $$? -eq 77 ]

SANITIZERS ?= address thread
sanitize: deps ## all tests under the address and the thread sanitizer; SANITIZERS=thread for one of them
	Scripts/sanitize $(SANITIZERS)

coverage: deps ## which lines the unit tests run, by target; fails below 90 % where it is promised
	Scripts/coverage

# What the recorder makes of motion whose truth is known; see Documentation/Truth.md. SEEDS=30 for more, FIRST=5000 for others, RECORDINGS
# for files.
SEEDS ?= 6
FIRST ?= 0
RECORDINGS ?=
truth: deps ## tables of what the recorder makes of motion whose truth is known
	$(SWIFT) run $(BUILDFLAGS) -c release TruthJudge --seeds $(SEEDS) --first $(FIRST) $(RECORDINGS)
	$(if $(RECORDINGS),$(SWIFT) run $(BUILDFLAGS) -c release TruthJudge --integrity 1 --first $(FIRST) $(RECORDINGS))
	LOCD_TRUTH_SEEDS=4 $(SWIFT) test $(BUILDFLAGS) --filter Truth

# KEEP=1 keeps the run in Benchmarks/kept, to be committed. BENCHFLAGS='--only replay' and others: Benchmarks/bench --help.
KEEP ?=
BENCHFLAGS ?=
bench: release ## what it costs, in ten minutes: one table, beside gpsd and others and the last kept run; KEEP=1 keeps this one
	$(SWIFT) build --package-path Benchmarks -c release
	Benchmarks/bench --locd $(SHIPPED)/locd $(if $(KEEP),--keep) $(BENCHFLAGS)

# BENCHFLAGS='--seconds 30' is quicker.
bench-long: release ## the same benchmarks as long as it takes, 40 minutes; see Documentation/Performance.md
	Benchmarks/live --locd $(SHIPPED)/locd $(BENCHFLAGS)
	Benchmarks/replay
	Benchmarks/tracks
	Benchmarks/written
	$(SWIFT) run --package-path Benchmarks -c release pipeline
	$(SWIFT) run --package-path Benchmarks -c release regions
	$(SHIPPED)/locd simulate loop --loop --epochs 200000 --output .build/drive.nmea
	$(SWIFT) run --package-path Benchmarks -c release sentences .build/drive.nmea

# The daemon, locd-geocode, locd-publish and locd-web: a Debian package each.
install: install-locd install-geocode install-publish install-web ## lay out the release below DESTDIR and PREFIX (/usr)
	@[ -n "$(DESTDIR)" ] || echo "installed. Next: systemd-sysusers && systemctl daemon-reload && systemctl enable --now locd"

install-geocode:
	@test -x $(GEOCODE) || { echo "make: no $(GEOCODE): run 'make release' first, or give GEOCODE=…" >&2; exit 1; }
	install -Dm755 $(GEOCODE) $(DESTDIR)$(libexecdir)/locd-geocode
	install -d $(DESTDIR)$(unitdir)
	for f in locd-geocode.socket locd-geocode@.service; do \
		sed 's|/usr/libexec/locd|$(libexecdir)|; s|/usr/share/doc/locd|$(docdir)|' systemd/$$f >$(DESTDIR)$(unitdir)/$$f || exit; \
		chmod 644 $(DESTDIR)$(unitdir)/$$f; \
	done

# An administrator's publish.yaml is never touched.
install-publish:
	@test -x $(PUBLISH) || { echo "make: no $(PUBLISH): run 'make release' first, or give PUBLISH=…" >&2; exit 1; }
	install -Dm755 $(PUBLISH) $(DESTDIR)$(libexecdir)/locd-publish
	install -d $(DESTDIR)$(unitdir)
	sed 's|/usr/libexec/locd|$(libexecdir)|; s|/usr/share/doc/locd|$(docdir)|' systemd/locd-publish.service >$(DESTDIR)$(unitdir)/locd-publish.service
	chmod 644 $(DESTDIR)$(unitdir)/locd-publish.service
	install -Dm644 systemd/locd-publish.sysusers $(DESTDIR)$(sysusersdir)/locd-publish.conf
	install -Dm644 systemd/locd-publish.tmpfiles $(DESTDIR)$(tmpfilesdir)/locd-publish.conf
	install -Dm644 packaging/man/locd-publish.8 $(DESTDIR)$(mandir)/man8/locd-publish.8
	install -Dm644 config/publish.yaml $(DESTDIR)$(datadir)/publish.yaml
	test -e $(DESTDIR)$(sysconfdir)/locd/publish.yaml || install -Dm644 config/publish.yaml $(DESTDIR)$(sysconfdir)/locd/publish.yaml
	install -d -m 755 $(DESTDIR)$(sysconfdir)/locd/publish.d

# An administrator's web.yaml is never touched.
install-web:
	@test -x $(WEB) || { echo "make: no $(WEB): run 'make release' first, or give WEB=…" >&2; exit 1; }
	install -Dm755 $(WEB) $(DESTDIR)$(libexecdir)/locd-web
	install -d $(DESTDIR)$(unitdir)
	for f in locd-web.socket locd-web.service; do \
		sed 's|/usr/libexec/locd|$(libexecdir)|; s|/usr/share/doc/locd|$(docdir)|' systemd/$$f >$(DESTDIR)$(unitdir)/$$f || exit; \
		chmod 644 $(DESTDIR)$(unitdir)/$$f; \
	done
	install -Dm644 systemd/locd-web.sysusers $(DESTDIR)$(sysusersdir)/locd-web.conf
	install -Dm644 packaging/man/locd-web.8 $(DESTDIR)$(mandir)/man8/locd-web.8
	install -Dm644 config/web.yaml $(DESTDIR)$(datadir)/web.yaml
	test -e $(DESTDIR)$(sysconfdir)/locd/web.yaml || install -Dm644 config/web.yaml $(DESTDIR)$(sysconfdir)/locd/web.yaml

# An administrator's locd.yaml is never touched.
install-locd:
	@test -x $(BINARY) || { echo "make: no $(BINARY): run 'make release' first, or give BINARY=…" >&2; exit 1; }
	install -Dm755 $(BINARY) $(DESTDIR)$(bindir)/locd
	install -d $(DESTDIR)$(unitdir)
	sed 's|/usr/bin/locd|$(bindir)/locd|; s|/usr/share/doc/locd|$(docdir)|' systemd/locd.service >$(DESTDIR)$(unitdir)/locd.service
	sed 's|/usr/share/doc/locd|$(docdir)|' systemd/locd.socket >$(DESTDIR)$(unitdir)/locd.socket
	chmod 644 $(DESTDIR)$(unitdir)/locd.service $(DESTDIR)$(unitdir)/locd.socket
	for f in locd-hook@.socket locd-hook@.service locd-timezone.socket locd-timezone@.service; do \
		sed 's|/usr/bin/locd|$(bindir)/locd|; s|/usr/share/doc/locd|$(docdir)|; s|/usr/share/locd|$(datadir)|' systemd/$$f >$(DESTDIR)$(unitdir)/$$f || exit; \
		chmod 644 $(DESTDIR)$(unitdir)/$$f; \
	done
	install -Dm755 systemd/timezone $(DESTDIR)$(datadir)/hooks.d/timezone
	install -d $(DESTDIR)$(userunitdir)
	sed 's|/usr/bin/locd|$(bindir)/locd|; s|/usr/share/doc/locd|$(docdir)|' systemd/locd-agent.service >$(DESTDIR)$(userunitdir)/locd-agent.service
	chmod 644 $(DESTDIR)$(userunitdir)/locd-agent.service
	install -d -m 755 $(DESTDIR)$(sysconfdir)/locd/hooks.d
	install -Dm644 systemd/gpsd-only.conf $(DESTDIR)$(datadir)/systemd/gpsd-only.conf
	install -Dm644 systemd/locd.sysusers $(DESTDIR)$(sysusersdir)/locd.conf
	install -Dm644 systemd/org.locd.GeoClue2.conf $(DESTDIR)$(dbusdir)/org.locd.GeoClue2.conf
	install -Dm644 systemd/org.locd.SensorProxy.conf $(DESTDIR)$(dbusdir)/org.locd.SensorProxy.conf
	install -Dm644 systemd/org.locd.Bluetooth.conf $(DESTDIR)$(dbusdir)/org.locd.Bluetooth.conf
	install -Dm644 systemd/locd.tmpfiles $(DESTDIR)$(tmpfilesdir)/locd.conf
	install -d $(DESTDIR)$(catalogdir)
	for f in systemd/*.catalog; do \
		sed 's|/usr/share/doc/locd|$(docdir)|' $$f >$(DESTDIR)$(catalogdir)/$${f##*/} && chmod 644 $(DESTDIR)$(catalogdir)/$${f##*/} || exit; \
	done
	test -e $(DESTDIR)$(sysconfdir)/locd/locd.yaml || install -Dm644 config/locd.yaml $(DESTDIR)$(sysconfdir)/locd/locd.yaml
	install -Dm644 Sources/Adapters/LocdProtocol/org.locd.Location.varlink $(DESTDIR)$(datadir)/org.locd.Location.varlink
	install -Dm644 config/locd.yaml $(DESTDIR)$(datadir)/locd.yaml
	for f in places.locd basemap.locd timezones.locd; do [ ! -e .build/$$f ] || install -Dm644 .build/$$f $(DESTDIR)$(datadir)/$$f || exit; done
	for f in Documentation/schemas/*.json; do [ ! -e $$f ] || install -Dm644 $$f $(DESTDIR)$(datadir)/schemas/$${f##*/} || exit; done
	for f in README.md CHANGELOG.md LICENSE Documentation/*.md; do [ ! -e $$f ] || install -Dm644 $$f $(DESTDIR)$(docdir)/$${f##*/} || exit; done
	install -Dm644 packaging/prometheus/locd.rules.yml $(DESTDIR)$(docdir)/prometheus/locd.rules.yml
	for f in $(filter-out %/locd-publish.8 %/locd-web.8,$(wildcard packaging/man/*.[1-8])); do [ ! -e $$f ] || install -Dm644 $$f $(DESTDIR)$(mandir)/man$${f##*.}/$${f##*/} || exit; done
	for f in packaging/*.rules; do [ ! -e $$f ] || install -Dm644 $$f $(DESTDIR)$(udevdir)/$${f##*/} || exit; done
	install -d $(DESTDIR)$(bashdir) $(DESTDIR)$(zshdir) $(DESTDIR)$(fishdir)
	$(RUN) $(BINARY) --generate-completion-script bash >$(DESTDIR)$(bashdir)/locd
	$(RUN) $(BINARY) --generate-completion-script zsh >$(DESTDIR)$(zshdir)/_locd
	$(RUN) $(BINARY) --generate-completion-script fish >$(DESTDIR)$(fishdir)/locd.fish

# Tracks, state and the administrator's configuration stay.
uninstall: ## remove what install laid out; configuration, tracks and state stay
	rm -f $(DESTDIR)$(bindir)/locd $(DESTDIR)$(unitdir)/locd.service $(DESTDIR)$(unitdir)/locd.socket
	rm -f $(DESTDIR)$(unitdir)/locd-hook@.socket $(DESTDIR)$(unitdir)/locd-hook@.service
	rm -f $(DESTDIR)$(unitdir)/locd-timezone.socket $(DESTDIR)$(unitdir)/locd-timezone@.service
	rm -f $(DESTDIR)$(userunitdir)/locd-agent.service
	rm -f $(DESTDIR)$(unitdir)/locd-geocode.socket $(DESTDIR)$(unitdir)/locd-geocode@.service
	rm -f $(DESTDIR)$(unitdir)/locd-publish.service $(DESTDIR)$(sysusersdir)/locd-publish.conf $(DESTDIR)$(tmpfilesdir)/locd-publish.conf
	rm -f $(DESTDIR)$(unitdir)/locd-web.socket $(DESTDIR)$(unitdir)/locd-web.service $(DESTDIR)$(sysusersdir)/locd-web.conf
	rm -rf $(DESTDIR)$(libexecdir)
	rm -f $(DESTDIR)$(sysusersdir)/locd.conf $(DESTDIR)$(tmpfilesdir)/locd.conf $(DESTDIR)$(dbusdir)/org.locd.GeoClue2.conf
	rm -f $(DESTDIR)$(dbusdir)/org.locd.SensorProxy.conf $(DESTDIR)$(dbusdir)/org.locd.Bluetooth.conf
	rm -rf $(DESTDIR)$(datadir) $(DESTDIR)$(docdir)
	for f in systemd/*.catalog; do rm -f $(DESTDIR)$(catalogdir)/$${f##*/}; done
	for f in packaging/man/*.[1-8]; do rm -f $(DESTDIR)$(mandir)/man$${f##*.}/$${f##*/}; done
	for f in packaging/*.rules; do rm -f $(DESTDIR)$(udevdir)/$${f##*/}; done
	rm -f $(DESTDIR)$(bashdir)/locd $(DESTDIR)$(fishdir)/locd.fish $(DESTDIR)$(zshdir)/_locd

clean: ## remove .build
	rm -rf .build

deps: ## install the Debian packages that are missing; silent when all are there
	@Scripts/deps
