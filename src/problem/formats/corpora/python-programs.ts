import type { Checker } from "../../checker.ts";
import type { NamedProgram } from "../../problem.ts";
import type { Program } from "../../program.ts";

/** A checker from a Python function `output_judging_function(input_str, candidate_output, reference_output)`. */
export function toPythonChecker(code: string): Checker {
  const main = `
import sys as _sys


def _read(path):
    with open(path, encoding="utf-8", errors="replace", newline="") as _file:
        return _file.read()


_is_right = output_judging_function(
    input_str=_read(_sys.argv[1]),
    candidate_output=_sys.stdin.buffer.read().decode("utf-8", "replace"),
    reference_output=_read(_sys.argv[2]),
)
_sys.exit(42 if _is_right else 43)
`;
  return { kind: "program", program: toProgram("check.py", code, main), convention: "kattis", flags: [] };
}

/** A validator from a Python function `validate_input(input_str)`. */
export function toPythonValidator(code: string): NamedProgram {
  const main = `
import sys as _sys

_is_valid = validate_input(_sys.stdin.buffer.read().decode("utf-8", "replace"))
_sys.exit(42 if _is_valid else 43)
`;
  return { name: "validator", program: toProgram("validator.py", code, main), convention: "kattis", flags: [] };
}

/** A generator from a Python function without arguments that returns an input; its arguments are the random seed. */
export function toPythonGenerator(name: string, code: string, functionName: string): NamedProgram {
  const main = `
import random as _random
import sys as _sys

_random.seed(" ".join(_sys.argv[1:]))
_sys.stdout.write(${functionName}())
`;
  return { name, program: toProgram(`${name}.py`, code, main), convention: "plain", flags: [] };
}

/** The function's own code stands first, as imports from `__future__` must. */
function toProgram(fileName: string, code: string, main: string): Program {
  return { language: "python3", fileName, source: `${code.trimEnd()}\n\n${main}` };
}
