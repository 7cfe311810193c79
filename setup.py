"""The compiled parts: one set of objects from core/, linked into two extension modules and the plain shared library."""

import os
import runpy
import shutil
import struct
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HEADER = Path("include/minesweeper_core.h")
FLAGS_FILE = Path("core/flags.mk")
BUILD = runpy.run_path("minesweeper_core/build.py")
FLAGS = BUILD["flags"](Path())
CORE = [str(path) for path in BUILD["core_sources"](Path())]
VERSION = BUILD["version"](Path())
CYTHON = "minesweeper_core._impl.bindings.cython_binding"
CYTHON_SOURCE = Path(CYTHON.replace(".", "/") + ".pyx")
# Free-threaded Pythons have no limited API. cffi does not support 3.13t: there the package is built without its module.
LIMITED = not sysconfig.get_config_var("Py_GIL_DISABLED")
CFFI = LIMITED or sys.version_info >= (3, 14)


def write_cython_declarations() -> None:
    """Generate the .pxd file from the C header, unless it is up to date."""
    pxd_of = runpy.run_path(str(CYTHON_SOURCE.with_name("header.py")))["pxd_of"]
    text = pxd_of(HEADER.read_text(encoding="ascii"))
    target = CYTHON_SOURCE.with_suffix(".pxd")
    if not target.exists() or target.read_text(encoding="ascii") != text:
        target.write_text(text, encoding="ascii")


class build_native(build_ext):
    """Compile the core once for all modules, and put the shared library and its development files into the package."""

    def build_extensions(self) -> None:
        write_cython_declarations()
        msvc = self.compiler.compiler_type == "msvc"
        pthread = [] if sys.platform == "win32" else ["-pthread"]
        flags = ["/O2", "/std:c11"] if msvc else [*FLAGS["COMPILE"], *FLAGS["OPTIMIZE"], *pthread]

        def compiled(*sources: str) -> list[str]:
            return self.compiler.compile(list(sources), self.build_temp, include_dirs=["include"], extra_postargs=flags)

        if msvc:  # its compiler object is not thread-safe
            objects = compiled(*CORE)
        else:
            self.parallel = os.cpu_count()  # for the extension modules
            with ThreadPoolExecutor(self.parallel) as pool:
                objects = [file for files in pool.map(compiled, CORE) for file in files]
        for extension in self.extensions:
            extension.extra_objects = objects
            extension.depends = [*CORE, str(HEADER), str(FLAGS_FILE)]
            extension.extra_link_args = list(pthread)
            if sys.platform == "linux":
                # A program that embeds Python may be linked with another version of the library.
                extension.extra_link_args.append("-Wl,-Bsymbolic")
        super().build_extensions()
        self.library = self.link_library(objects)

    def link_library(self, objects: list[str]) -> dict[str, str]:
        """Link the shared library, which does not depend on Python."""
        folder = Path(self.build_temp) / "library"
        soversion = VERSION.split(".")[0]
        if sys.platform == "win32":
            name, soname = "minesweeper_core.dll", "minesweeper_core.dll"
            imports = folder / "minesweeper_core.lib"
            options = ["-static-libgcc", f"-Wl,--out-implib,{imports}"]
            if self.compiler.compiler_type == "msvc":
                options = [f"/IMPLIB:{imports}"]
                if struct.calcsize("P") == 4:
                    options.append("/EXPORT:DetermineGrid2=_DetermineGrid2@28")  # the plain name too
        elif sys.platform == "darwin":
            name, soname = "libminesweeper_core.dylib", f"libminesweeper_core.{soversion}.dylib"
            options = ["-install_name", f"@rpath/{soname}"]
            self.compiler.linker_so = [
                "-dynamiclib" if o == "-bundle" else o
                for o in self.compiler.linker_so
                if o not in ("-undefined", "dynamic_lookup")  # the library defines all symbols that it uses
            ]
        else:
            name, soname = "libminesweeper_core.so", f"libminesweeper_core.so.{soversion}"
            options = [f"-Wl,-soname,{soname}", *FLAGS["ELF_LINK"]]
            # The library does not need this Python's library paths.
            self.compiler.linker_so = [o for o in self.compiler.linker_so if not o.startswith(("-L", "-Wl,-rpath"))]
        self.compiler.link_shared_object(objects, str(folder / name), extra_postargs=options)
        # A program linked with -lminesweeper_core looks for the soname when it starts. Wheels hold no symbolic links.
        if soname != name:
            shutil.copy2(folder / name, folder / soname)
        (folder / "minesweeper_core.exp").unlink(missing_ok=True)  # Visual C++ leaves it beside the import library
        return {"name": name, "soname": soname, "folder": str(folder)}

    def run(self) -> None:
        super().run()
        package = Path(self.get_ext_fullpath(CYTHON)).parents[2]
        words = {
            "@VERSION@": VERSION,
            "@NAME@": self.library["name"],
            "@SONAME@": ("@rpath/" if sys.platform == "darwin" else "") + self.library["soname"],
            "@POINTER@": str(struct.calcsize("P")),
            "@PREFIX@": "${pcfiledir}/../..",
            "@INCLUDEDIR@": "${prefix}/include",
            "@LIBDIR@": "${prefix}/lib",
            "@RPATH@": " -Wl,-rpath,${libdir}",
        }
        shutil.rmtree(package / "include", ignore_errors=True)
        shutil.rmtree(package / "lib", ignore_errors=True)
        shutil.copytree(self.library["folder"], package / "lib")
        (package / "include").mkdir()
        shutil.copy2(HEADER, package / "include")
        if not self.inplace:  # for `minesweeper-core build`, which otherwise finds them where they are
            shutil.rmtree(package / "source", ignore_errors=True)
            for source in (*CORE, HEADER, FLAGS_FILE, *Path("core").rglob("*.h"), *Path("core/windows").iterdir()):
                target = package / "source" / source
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
        for template in Path("pkg").glob("*.in"):
            text = template.read_text(encoding="ascii")
            for word, value in words.items():
                text = text.replace(word, value)
            kind = "pkgconfig" if template.stem.endswith(".pc") else "cmake/minesweeper_core"
            target = package / "lib" / kind / template.stem
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="ascii")


setup(
    version=VERSION,
    ext_modules=[
        Extension(
            CYTHON,
            [str(CYTHON_SOURCE)],
            include_dirs=["include"],
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED else [],
            py_limited_api=LIMITED,
        )
    ],
    cffi_modules=["pkg/capi.py:builder"] if CFFI else [],
    cmdclass={"build_ext": build_native},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
