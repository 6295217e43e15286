import type { KeptTest } from "./contract.ts";
import { isFailure } from "./evaluate-batch.ts";
import type { LargeTest, StressReport } from "./stress-at-size.ts";

/** The smallest large test that each of the named programs fails, as tests; those without an answer are left out. */
export function listLargeTests(
  stress: StressReport,
  options: { readonly names: readonly string[]; readonly firstNumber: number },
): readonly KeptTest[] {
  const sorted = stress.tests
    .filter(({ answer }) => answer !== undefined)
    .toSorted((a, b) => a.input.bytes.length - b.input.bytes.length);
  const hits = options.names.flatMap((name) => {
    const hit = sorted.find(({ results }) =>
      results.some((item) => item.candidate === name && isFailure(item.verdict)),
    );
    return hit === undefined ? [] : [hit];
  });
  return [...new Set(hits)].map((hit, i) =>
    toKeptTest(hit, `forge/${String(options.firstNumber + i).padStart(3, "0")}`),
  );
}

function toKeptTest({ shape, size, input, answer, authority, results }: LargeTest, id: string): KeptTest {
  const boundary = `${shape} at size ${size}`;
  return {
    id,
    input,
    answer,
    authority,
    source: `stress ${shape}`,
    boundary,
    killed: results
      .filter(({ verdict }) => isFailure(verdict))
      .map(({ candidate, verdict }) => ({ candidate, verdict, message: boundary })),
    split: [],
    isValidated: true,
  };
}
