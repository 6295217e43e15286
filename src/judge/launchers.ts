import type { Program } from "../problem/index.ts";
import type { BuiltProgram } from "./build-program.ts";
import { buildProgram, compileProgram, type JudgeContext } from "./judge-context.ts";

export type LaunchOutcome =
  | { readonly kind: "program-built"; readonly built: BuiltProgram }
  | { readonly kind: "build-failed"; readonly message: string };

/**
 * The same program, started by one of our own that lays files ready: `stage` copies what `/box/staged-files` lists into
 * `/work`, the folder that programs start in, where they may also write.
 */
export async function launchStaged(
  context: JudgeContext,
  built: BuiltProgram,
  signal: AbortSignal | undefined,
): Promise<LaunchOutcome> {
  return launchBy(context, { launcher: stageProgram, name: "stage", built }, signal);
}

/**
 * The same checker or interactor, with a feedback folder that outlives its run: `keep` fills `/work` from
 * `/box/kept-files`, runs it, and packs what it left into `/work/kept-files`. Needs processes.
 */
export async function launchKept(
  context: JudgeContext,
  built: BuiltProgram,
  signal: AbortSignal | undefined,
): Promise<LaunchOutcome> {
  return launchBy(context, { launcher: keepProgram, name: "keep", built }, signal);
}

async function launchBy(
  context: JudgeContext,
  { launcher, name, built }: { readonly launcher: Program; readonly name: string; readonly built: BuiltProgram },
  signal: AbortSignal | undefined,
): Promise<LaunchOutcome> {
  const compiled = await compileProgram(context, launcher, signal);
  if (compiled.kind !== "compile-ok") return { kind: "build-failed", message: compiled.message };
  const build = await buildProgram(context, launcher, signal);
  if (build.kind !== "program-built") return { kind: "build-failed", message: build.message };
  const file = { ...build.built.file, name };
  const { plan } = built;
  const createArgv = plan.createArgv;
  return {
    kind: "program-built",
    built: {
      ...built,
      plan: {
        ...plan,
        argv: [`/box/${name}`, ...plan.argv],
        ...(createArgv === undefined ? {} : { createArgv: (limits) => [`/box/${name}`, ...createArgv(limits)] }),
      },
      moreFiles: [...(built.moreFiles ?? []), file],
    },
  };
}

export const stagedListName = "staged-files";
export const keptFilesName = "kept-files";

const stageProgram: Program = {
  language: "c",
  fileName: "stage.c",
  source: String.raw`
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
static char list[1 << 16], block[1 << 16];
static void copy(const char *name) {
  char from[300] = "/box/", to[300] = "/work/";
  strncat(from, name, 200);
  strncat(to, name, 200);
  int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (in < 0 || out < 0) _exit(125);
  for (ssize_t n; (n = read(in, block, sizeof block)) > 0;)
    for (ssize_t at = 0, w; at < n; at += w) if ((w = write(out, block + at, n - at)) <= 0) _exit(125);
  close(in);
  close(out);
}
int main(int argc, char **argv) {
  int fd = open("/box/staged-files", O_RDONLY);
  ssize_t size = fd < 0 ? 0 : read(fd, list, sizeof list - 1);
  if (fd >= 0) close(fd);
  for (char *name = size > 0 ? strtok(list, "\n") : 0; name; name = strtok(0, "\n")) copy(name);
  if (argc > 1) execv(argv[1], argv + 1);
  _exit(126);
}
`,
};

const keepProgram: Program = {
  language: "c",
  fileName: "keep.c",
  source: String.raw`
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
static char block[1 << 16];
struct head { uint32_t name; uint64_t size; } __attribute__((packed));
static int get(int fd, void *to, size_t n) {
  for (size_t at = 0; at < n;) { ssize_t r = read(fd, (char *)to + at, n - at); if (r <= 0) return 0; at += r; }
  return 1;
}
static void put(int fd, const void *from, size_t n) {
  for (size_t at = 0; at < n;) { ssize_t w = write(fd, (const char *)from + at, n - at); if (w <= 0) _exit(124); at += w; }
}
static void move(int in, int out, uint64_t size) {
  for (uint64_t left = size; left;) {
    size_t n = left < sizeof block ? left : sizeof block;
    if (!get(in, block, n)) _exit(124);
    put(out, block, n);
    left -= n;
  }
}
static void unpack(void) {
  int in = open("/box/kept-files", O_RDONLY);
  if (in < 0) return;
  struct head h;
  while (get(in, &h, sizeof h)) {
    char path[300] = "/work/";
    if (h.name > 255 || !get(in, path + 6, h.name)) _exit(124);
    path[6 + h.name] = 0;
    int out = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (out < 0) _exit(124);
    move(in, out, h.size);
    close(out);
  }
  close(in);
}
static void pack(void) {
  DIR *dir = opendir("/work");
  int out = open("/work/kept-files", O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (!dir || out < 0) _exit(124);
  for (struct dirent *e; (e = readdir(dir));) {
    char path[300] = "/work/";
    struct stat s;
    if (!strcmp(e->d_name, "nextpass.in") || !strcmp(e->d_name, "kept-files")) continue;
    strcat(path, e->d_name);
    if (lstat(path, &s) || !S_ISREG(s.st_mode)) continue;
    int in = open(path, O_RDONLY | O_NOFOLLOW);
    if (in < 0) continue;
    struct head h = {(uint32_t)strlen(e->d_name), (uint64_t)s.st_size};
    put(out, &h, sizeof h);
    put(out, e->d_name, h.name);
    move(in, out, h.size);
    close(in);
  }
  close(out);
}
int main(int argc, char **argv) {
  unpack();
  if (argc < 2) _exit(126);
  signal(SIGPIPE, SIG_DFL);
  pid_t child = fork();
  if (child == 0) { execv(argv[1], argv + 1); _exit(126); }
  close(0);
  close(1);
  int status;
  if (child < 0 || waitpid(child, &status, 0) != child) _exit(124);
  pack();
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  signal(WTERMSIG(status), SIG_DFL);
  raise(WTERMSIG(status));
  _exit(124);
}
`,
};
