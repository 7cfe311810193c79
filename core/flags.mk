# The flags that every build of the library needs: core/Makefile includes this file, and
# minesweeper_core/build.py reads it. So each line is `NAME = words` or a comment, and no variable refers to another.

# -ffp-contract=off: the same double arithmetic on machines that could fuse it.
COMPILE = -std=c11 -fvisibility=hidden -ffp-contract=off
OPTIMIZE = -O3

# The oldest supported 32-bit x86 is a Pentium III: SSE without SSE2, so doubles are computed by the x87.
FLOOR = -march=pentium3 -mtune=generic -mfpmath=387

# Linux and other ELF systems.
ELF_COMPILE = -fPIC -pthread
ELF_LINK = -pthread -Wl,--build-id=sha1 -Wl,--no-undefined

# Windows. The image base would otherwise follow from the output's path.
DLL_COMPILE = -DMCORE_EXPORTS_BY_DEF
DLL_LINK = -static-libgcc -Wl,--no-insert-timestamp -Wl,--build-id -Wl,--dynamicbase -Wl,--nxcompat -Wl,--disable-auto-image-base -Wl,--enable-stdcall-fixup
