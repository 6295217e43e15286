import type { Hypothesis } from "../../agent/index.ts";
import type { Language } from "../../problem/index.ts";
import { findFormulas, type FormulaLanguage } from "../../symbolic/index.ts";
import type { CheckedInstance } from "./contract.ts";

/** Terms that the finder is shown; the other instances are left to check what it found. */
export const shownTerms = 20;

/**
 * The formula behind the answers, where an input is one integer and so is its answer: the sequence finder is shown the
 * answers of consecutive inputs from the smallest on. A hypothesis like any other. GrandCode section 3.4.
 */
export function findFormulaHypothesis(
  instances: readonly CheckedInstance[],
  languages: readonly Language[],
): Hypothesis | undefined {
  const terms = listConsecutive(instances);
  const language = chooseLanguage(languages);
  if (terms === undefined || language === undefined) return undefined;
  const [formula] = findFormulas({ firstIndex: terms.firstIndex, terms: terms.values.slice(0, shownTerms) });
  if (formula === undefined) return undefined;
  const fileName = language === "cpp20" ? "main.cpp" : "main.py";
  return {
    kind: "answer",
    claim: `For the input n the answer is ${formula.text}.`,
    program: { language, fileName, source: formula.toProgram(language) },
  };
}

/** The answers by input from the smallest one on, up to the first gap; undefined where either is no integer. */
export function listConsecutive(
  instances: readonly CheckedInstance[],
): { readonly firstIndex: number; readonly values: readonly bigint[] } | undefined {
  const byIndex = new Map<number, bigint>();
  for (const { input, answer } of instances) {
    const index = parseInteger(input.bytes);
    const value = parseInteger(answer.bytes);
    if (index === undefined || value === undefined || !Number.isSafeInteger(Number(index))) return undefined;
    byIndex.set(Number(index), value);
  }
  if (byIndex.size === 0) return undefined;
  const firstIndex = Math.min(...byIndex.keys());
  const values: bigint[] = [];
  for (let value = byIndex.get(firstIndex); value !== undefined; value = byIndex.get(firstIndex + values.length)) {
    values.push(value);
  }
  return { firstIndex, values };
}

function parseInteger(bytes: Uint8Array): bigint | undefined {
  const text = new TextDecoder().decode(bytes).trim();
  return /^-?\d{1,60}$/.test(text) ? BigInt(text) : undefined;
}

/** Any C++ will do: the finder's programs are plain. */
function chooseLanguage(languages: readonly Language[]): FormulaLanguage | undefined {
  const first = languages.find((language) => language === "python3" || language.startsWith("cpp"));
  return first === undefined || first === "python3" ? first : "cpp20";
}
