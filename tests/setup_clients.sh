#!/usr/bin/env bash
# setup_clients.sh DIR: sets up what tests/test_clients.py needs beyond a compiler. On Debian, as root: installs compilers
# for the other targets, mono, an emulator and Wine, and makes a Wine prefix in DIR/wine64 and, in DIR/i386, a 32-bit
# Debian with Wine, Python and mono. That takes 1.2 GB. Nothing stays mounted, so `rm -rf DIR` removes it.
# Then run the tests with MINESWEEPER_CLIENTS=DIR.
# setup_clients.sh --packages: prints the Debian packages that it installs.
set -euo pipefail
packages="debootstrap qemu-user wine wine64 mono-mcs mono-runtime libmono-corlib4.5-cil gcc g++ gcc-multilib g++-multilib
    clang cmake pkg-config binutils make util-linux procps python3-pip gcc-mingw-w64-i686-win32
    gcc-mingw-w64-x86-64-win32 fp-compiler"
[ "${1:-}" != --packages ] || { echo $packages; exit; }
[ $# = 1 ] || { sed -n '2,6s/^# //p' "$0" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "$0: must run as root" >&2; exit 1; }
mkdir -p "$1"
dir=$(cd "$1" && pwd)
root=$dir/i386
export DEBIAN_FRONTEND=noninteractive WINEDEBUG=-all

# shellcheck disable=SC2086
dpkg --status $packages >/dev/null 2>&1 ||
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends $packages; } >"$dir/apt.log" 2>&1 ||
    { tail -20 "$dir/apt.log" >&2; exit 1; }

# The mirror that this system uses.
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk -v codename="$codename" '$1 == codename && $2 == "main" { print $3; exit }')
# A temporary system need not survive a power failure: dpkg may skip its syncs.
mkdir -p "$root/etc/dpkg/dpkg.cfg.d"
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/quick"
include=wine32,gcc,libc6-dev,mono-runtime,libmono-corlib4.5-cil,python3-dev,python3-pip,python3-numpy,python3-cffi
include=$include,python3-ply,python3-pytest # debootstrap doesn't resolve virtual packages
unshare --mount debootstrap --arch=i386 --variant=minbase --include="$include" "$codename" "$root" "$mirror" \
    >"$dir/debootstrap.log" 2>&1 || { tail -20 "$dir/debootstrap.log" >&2; exit 1; }

# Build requirements that Debian has only in older versions. They are pure Python, so the outer system fetches them.
python3 -m pip download -q --no-deps --only-binary=:all: --platform any --python-version 3.11 \
    --dest "$dir/wheels" 'setuptools>=77' 'packaging>=24.2' 'Cython>=3.1' \
    >"$dir/pip.log" 2>&1 || { tail -20 "$dir/pip.log" >&2; exit 1; }
mkdir -p "$root/opt/wheels"
cp "$dir"/wheels/*.whl "$root/opt/wheels/"

# Wine makes its prefix when it first starts.
inside=(unshare --mount --pid --fork --kill-child "--mount-proc=$root/proc" chroot "$root" env HOME=/root)
"${inside[@]}" WINEPREFIX=/opt/wine sh -c '/usr/lib/wine/wine wineboot -i && /usr/lib/wine/wineserver32 -w' \
    >"$dir/wine32.log" 2>&1
WINEPREFIX=$dir/wine64 /usr/lib/wine/wine64 wineboot -i >"$dir/wine64.log" 2>&1
WINEPREFIX=$dir/wine64 /usr/lib/wine/wineserver64 -w
"${inside[@]}" sh -c 'exec python3 -m pip install -q --break-system-packages --no-index --no-deps /opt/wheels/*.whl' \
    >>"$dir/pip.log" 2>&1
touch "$dir/ready"
echo "MINESWEEPER_CLIENTS=$dir"
