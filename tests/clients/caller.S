/*
 * caller.S - a caller in assembly for 32-bit x86 whose stack is aligned to only 4 bytes.
 *
 *     int call_from(any_function function, const unsigned int arguments[7], unsigned int shift);
 *
 * Pushes the arguments below an address 16 n - shift and calls the function. Returns how many bytes of them the function
 * popped, 28 for stdcall and 0 for cdecl, or -1 if it did not preserve ebx, esi, edi and ebp.
 */
#if defined(_WIN32)
#  define NAME _call_from
#else
#  define NAME call_from
#endif
        .text
        .globl  NAME
NAME:
        pushl   %ebp
        movl    %esp, %ebp
        pushl   %ebx
        pushl   %esi
        pushl   %edi
        movl    12(%ebp), %eax
        movl    8(%ebp), %ecx
        andl    $-16, %esp
        subl    16(%ebp), %esp
        pushl   24(%eax)
        pushl   20(%eax)
        pushl   16(%eax)
        pushl   12(%eax)
        pushl   8(%eax)
        pushl   4(%eax)
        pushl   (%eax)
        movl    %esp, %edi
        movl    $0x13579bdf, %ebx
        leal    64(%ebp), %esi
        call    *%ecx
        movl    %esp, %eax
        subl    %edi, %eax
        cmpl    $0x13579bdf, %ebx
        jne     1f
        leal    64(%ebp), %edx
        cmpl    %edx, %esi
        je      2f
1:      movl    $-1, %eax
2:      leal    -12(%ebp), %esp
        popl    %edi
        popl    %esi
        popl    %ebx
        popl    %ebp
        ret
#if !defined(_WIN32)
        .section .note.GNU-stack, "", @progbits
#endif
