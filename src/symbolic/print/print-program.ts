import type { FormulaLanguage } from "../contract.ts";
import type { Expression } from "../expression.ts";
import { printCpp } from "./print-cpp.ts";
import { printPython } from "./print-python.ts";

/** A whole program that reads n and optionally a modulus, and prints the term. */
export function printProgram(expression: Expression, language: FormulaLanguage): string {
  return language === "python3" ? printPython(expression) : printCpp(expression);
}
