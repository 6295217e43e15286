/*
 * Linked into every C and C++ program: asks for huge pages for its global arrays where GLIBC_TUNABLES asks for them for
 * malloc, and lets malloc have them where it cannot see in /sys that the system has any, which a sandbox does not show.
 * A page fault costs microseconds on some virtual machines: touching 256 MiB of global arrays can take a second of CPU
 * time in pages of 4 KiB and a twentieth of that in pages of 2 MiB.
 *
 * Only whole huge pages inside the zeroed data are asked for, so nothing else of the program is affected; small programs
 * have none. Where that data lies is read from the program's own headers, since what `_end` stands for is fixed when a
 * program is linked, and some get their arrays later (src/judge/compile/c-batch). No names are added that a program could
 * meet, and errno is left as it was.
 */
#include <elf.h>

extern const Elf64_Ehdr __ehdr_start __attribute__((visibility("hidden")));
extern char **environ;

static const char wanted[] = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1";
static const unsigned long huge_bytes = 2ul << 20;

static int is_wanted(void) {
  for (char **entry = environ; entry && *entry; entry++) {
    unsigned long i = 0;
    while (wanted[i] && (*entry)[i] == wanted[i]) i++;
    if (!wanted[i]) return 1;
  }
  return 0;
}

/* By number and without the C library: its wrapper would be one more symbol, and sets errno. */
static void advise(unsigned long start, unsigned long bytes) {
#if defined __x86_64__
  unsigned long result = 28;
  __asm__ volatile("syscall" : "+a"(result) : "D"(start), "S"(bytes), "d"(14ul) : "rcx", "r11", "memory");
#elif defined __aarch64__
  register unsigned long number __asm__("x8") = 233, first __asm__("x0") = start;
  register unsigned long second __asm__("x1") = bytes, third __asm__("x2") = 14;
  __asm__ volatile("svc 0" : "+r"(first) : "r"(number), "r"(second), "r"(third) : "memory");
#else
  (void)start, (void)bytes;
#endif
}

static void __attribute__((constructor(101))) use_huge_pages(void) {
  const Elf64_Phdr *segments = (const Elf64_Phdr *)((const char *)&__ehdr_start + __ehdr_start.e_phoff);
  for (int i = 0; i < __ehdr_start.e_phnum; i++) {
    if (segments[i].p_type != PT_LOAD || !(segments[i].p_flags & PF_W)) continue;
    unsigned long zeroed = segments[i].p_vaddr + segments[i].p_filesz;
    unsigned long start = (zeroed + huge_bytes - 1) / huge_bytes * huge_bytes;
    unsigned long end = (segments[i].p_vaddr + segments[i].p_memsz) / huge_bytes * huge_bytes;
    if (end > start && is_wanted()) advise(start, end - start);
  }
}

#ifndef NO_MALLOC
/* In place of glibc's own (2.35 and later; malloc-hugepages.c): malloc advises, whatever the system makes of it. */
int __malloc_thp_mode(void) { return 1; }
unsigned long __malloc_default_thp_pagesize(void) { return huge_bytes; }
void __malloc_hugepage_config(unsigned long wanted_bytes, unsigned long *bytes, int *flags) {
  (void)wanted_bytes;
  *bytes = 0;
  *flags = 0;
}
#endif
