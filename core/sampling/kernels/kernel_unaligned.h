/*
 * kernel_unaligned.h - to be included by files with vectors of more than 16 bytes. GCC for 64-bit Windows spills such
 * vectors with instructions that require aligned addresses, but cannot align the stack for them (GCC bug 54412). These
 * macros make the assembler use the instructions without that requirement.
 */
#if defined(_WIN64) && defined(__GNUC__) && !defined(__clang__)
__asm__(".macro vmovdqa operands:vararg\n\tvmovdqu \\operands\n.endm\n"
        ".macro vmovdqa32 operands:vararg\n\tvmovdqu32 \\operands\n.endm\n"
        ".macro vmovdqa64 operands:vararg\n\tvmovdqu64 \\operands\n.endm\n"
        ".macro vmovaps operands:vararg\n\tvmovups \\operands\n.endm\n"
        ".macro vmovapd operands:vararg\n\tvmovupd \\operands\n.endm\n");
#endif
