import type { TrivialProgram } from "./trivial-programs.ts";

/** What a contestant may do to an interactor, as programs. */
export function createHostileContestants(): readonly TrivialProgram[] {
  return [
    toProgram("leaves-at-once", "ends without a word", ""),
    toProgram("is-killed", "is killed at once", "abort();"),
    toProgram(
      "is-killed-later",
      "is killed in the middle of a line",
      'printf("1"); fflush(stdout); raise(SIGKILL);',
      "#include <signal.h>\n",
    ),
    toProgram("closes-its-output", "closes its output and reads on", "fclose(stdout); while (getchar() != EOF);"),
    toProgram("floods", "prints without end", 'for (;;) if (puts("1") == EOF) return 0;'),
    toProgram(
      "writes-junk",
      "writes bytes that are no text",
      "for (int i = 0; i < 65536; i++) putchar(i * 37 + i / 251); fflush(stdout); while (getchar() != EOF);",
    ),
    toProgram(
      "long-line",
      "writes a line of 10 MB",
      "for (int i = 0; i < 10000000; i++) putchar(57); putchar(10); fflush(stdout); while (getchar() != EOF);",
    ),
    // Not for ever: the judge would end it, and then once more alone; what the interactor sees is the same.
    toProgram("stays-silent", "is silent for two seconds and ends", "sleep(2);"),
  ];
}

function toProgram(name: string, what: string, body: string, head = ""): TrivialProgram {
  const includes = "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n";
  const source = `${includes}${head}int main(void) {\n  ${body}\n  return 0;\n}\n`;
  return { name, what, isInformed: false, program: { language: "c", fileName: `${name}.c`, source } };
}
