"""Finds the machine instructions of a library that need more than a Pentium III, which has SSE but not SSE2."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

# Instructions of SSE2 and later, whatever their operands.
LATER = re.compile(
    r"""
      v[a-df-z]\w+ | k(mov|or|and|xnor|unpck)\w+                    # AVX and AVX-512; not verr and verw
    | \w*(add|sub|mul|div|sqrt|min|max|and|andn|or|xor|shuf|unpckl|unpckh|comi|ucomi)(sd|pd)
    | cmp\w*pd | cmp(eq|lt|le|unord|neq|nlt|nle|ord)sd              # cmpsd alone also is a string instruction
    | mov(apd|upd|hpd|lpd|mskpd|ntpd|dqa|dqu|dq2q|ntdq|ntdqa|nti|ddup|shdup|sldup) | movq2dq | maskmovdqu
    | cvt\w*(pd|sd|dq)\w* | round(sd|pd|ss|ps) | dpp[sd] | blend\w*p[sd] | insertps | extractps
    | h(add|sub)p[sd] | addsubp[sd] | lddqu | pshuf(d|hw|lw|b) | ps[rl]ldq | punpck[hl]qdq | paddq | psubq | pmuludq
    | palignr | pabs[bwd] | psign[bwd] | ph(add|sub)\w+ | pmaddubsw | pmulhrsw
    | lfence | mfence | clflush\w* | monitor\w* | mwait\w* | fisttp\w*
    | popcnt\w* | crc32\w* | movbe\w* | lzcnt\w* | rdrand\w* | rdseed\w* | adcx\w* | adox\w*
    | andn[lq]? | bextr\w* | bls(i|r|msk)\w* | bzhi\w* | pdep\w* | pext\w* | mulx\w* | rorx\w* | s[ahr][lr]x\w*
    | aes\w+ | pclmul\w+ | sha(1|256)\w+ | xgetbv | xsave\w* | xrstor\w* | rdtscp
    """,
    re.VERBOSE,
)
# Instructions of SSE2 if an operand is a vector register, otherwise of MMX or for strings.
LATER_ON_XMM = re.compile(r"p\w+|mov[dq]|movsd|cmpsd")
WIDE = re.compile(r"%[yz]mm|%k[0-7]\b")


class Instruction(NamedTuple):
    source: str  # the file's name, or '' if the symbols don't say
    function: str
    text: str


def is_later(text: str) -> bool:
    """Whether an instruction, as objdump prints it in AT&T syntax, needs SSE2 or a later extension."""
    words = [word for word in text.split() if word not in ("lock", "rep", "repz", "repnz", "bnd", "notrack", "data16")]
    if not words:
        return False
    name, operands = words[0], " ".join(words[1:])
    if name in ("pause", "prefetchnta", "prefetcht0", "prefetcht1", "prefetcht2"):  # hints, or older
        return False
    if LATER.fullmatch(name) or WIDE.search(operands):
        return True
    return "%xmm" in operands and LATER_ON_XMM.fullmatch(name) is not None


def _sources(library: Path) -> dict[int, str]:
    """Addresses of functions to the names of the source files they come from, if the symbols give them."""
    listing = subprocess.run(["objdump", "-h", "-t", library], capture_output=True, text=True, check=True).stdout
    text = re.search(r"^\s*0 \.text\s+\S+\s+([0-9a-f]+)", listing, re.MULTILINE)
    start = int(text[1], 16) if text else 0
    source, sources = "", dict[int, str]()
    for line in listing.splitlines():
        if found := re.search(r" df \*ABS\*\s+[0-9a-f]+\s+(.*)$|\(scl 103\).* (\S+)$", line):
            source = found[1] or found[2] or ""
        elif found := re.match(r"([0-9a-f]+) l.* F \.text", line):  # ELF
            sources[int(found[1], 16)] = source
        elif found := re.match(r"\[ *\d+\]\(sec +1\).* 0x([0-9a-f]+) \S+$", line):  # COFF, from the section's start
            sources[start + int(found[1], 16)] = source
    return sources


def disassembled(library: Path) -> list[Instruction]:
    """All instructions of a library."""
    sources = _sources(library)
    command: list[str | Path] = ["objdump", "-d", "--no-show-raw-insn", library]
    function, source = "", ""
    found: list[Instruction] = []
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
        if head := re.fullmatch(r"([0-9a-f]+) <(.+)>:", line):
            function, source = head[2], sources.get(int(head[1], 16), "")
        elif body := re.match(r"\s*[0-9a-f]+:\s+(.+?)\s*(?:#.*)?$", line):
            found.append(Instruction(source, function, re.sub(r"\s*<.*>$", "", body[1])))
    return found
