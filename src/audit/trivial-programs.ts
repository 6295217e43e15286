import type { Program, Streams } from "../problem/index.ts";

/** A program that cannot have solved anything. */
export interface TrivialProgram {
  readonly name: string;
  /** In words that follow `a program that`. */
  readonly what: string;
  /** Whether it prints an answer that was taken from the package. */
  readonly isInformed: boolean;
  readonly program: Program;
}

/** Programs that do nothing, echo, print one constant or end badly; `constants` are answers that occur often. */
export function createTrivialPrograms(streams: Streams, constants: readonly string[]): readonly TrivialProgram[] {
  const toProgram = (name: string, what: string, body: string, isInformed = false): TrivialProgram => {
    const source = toSource(streams, body);
    return { name, what, isInformed, program: { language: "c", fileName: `${name}.c`, source } };
  };
  const claim =
    'fputs("Ratio: 1.0 RatioUnbounded: 1.0\\npoints 1.0\\n", stderr); puts("Ratio: 1.0"); puts("points 1.0");';
  const fixed = ["0", "1", "-1", "YES", "NO", "Yes", "No"].filter(
    (text) => !constants.some((own) => own.trim() === text),
  );
  return [
    {
      name: "empty-source",
      what: "has no source text",
      isInformed: false,
      program: { language: "c", fileName: "empty-source.c", source: "" },
    },
    toProgram("prints-nothing", "prints nothing", ""),
    toProgram("exit-code-1", "ends with exit code 1", "return 1;"),
    toProgram("exit-code-42", "ends with exit code 42", "return 42;"),
    toProgram("aborts", "aborts", "abort();"),
    toProgram("echo", "prints its input", "int c; while ((c = getchar()) != EOF) putchar(c);"),
    toProgram(
      "first-token",
      "prints the first token of its input",
      'static char s[1 << 20]; if (scanf("%1000000s", s) == 1) puts(s);',
    ),
    toProgram("claims-score", "claims a score on its own standard error and output", claim),
    toProgram("claims-and-crashes", "claims a score and ends with exit code 7", `${claim} return 7;`),
    ...fixed.map((text, index) =>
      toProgram(`prints-${index + 1}`, `prints ${text}`, `fputs(${toCText(`${text}\n`)}, stdout);`),
    ),
    ...constants.map((text, index) => {
      const shown = text.trim().length > 40 ? `${text.trim().slice(0, 40)}…` : text.trim();
      return toProgram(
        `prints-common-${index + 1}`,
        `prints ${JSON.stringify(shown)}`,
        `fputs(${toCText(text)}, stdout);`,
        true,
      );
    }),
  ];
}

function toSource({ input, output }: Streams, body: string): string {
  const open = [
    input.kind === "file" ? `if (!freopen(${toCText(input.name)}, "r", stdin)) return 3;` : "",
    output.kind === "file" ? `if (!freopen(${toCText(output.name)}, "w", stdout)) return 3;` : "",
  ].filter((line) => line !== "");
  return ["#include <stdio.h>", "#include <stdlib.h>", "int main(void) {", ...open, body, "return 0;", "}", ""]
    .map((line) => (open.includes(line) || line === body || line === "return 0;" ? `  ${line}` : line))
    .join("\n");
}

/** A C string literal, byte by byte where it is not plain. */
function toCText(text: string): string {
  const plain = [...Buffer.from(text, "latin1")].map((byte) => {
    const letter = String.fromCharCode(byte);
    return /[\w .,:+-]/.test(letter) ? letter : `\\${byte.toString(8).padStart(3, "0")}`;
  });
  return `"${plain.join("")}"`;
}
