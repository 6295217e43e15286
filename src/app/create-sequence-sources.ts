import type { Journal } from "../journal/index.ts";
import type { SequenceSource } from "../symbolic/index.ts";
import { AppError } from "../std/index.ts";
import type { Environment } from "./resolve-config.ts";
import type { Config } from "./settings.ts";

type SourceName = NonNullable<Config["lookUp"]>[number];

/** The key is asked for before a run begins. @throws WOLFRAM_KEY_MISSING */
export function assertCanLookUp(names: readonly SourceName[], env: Environment): void {
  if (!names.includes("wolfram-alpha") || (env["WOLFRAM_APP_ID"] ?? "") !== "") return;
  throw new AppError({
    code: "WOLFRAM_KEY_MISSING",
    message:
      "--look-up wolfram-alpha needs an AppID in WOLFRAM_APP_ID, and it is not set; get one at developer.wolframalpha.com, " +
      "or leave wolfram-alpha out",
  });
}

/**
 * The sources by name, each look-up an effect of the journal. OEIS_BASE_URL and WOLFRAM_BASE_URL name other servers of
 * the same kind.
 *
 * @throws WOLFRAM_KEY_MISSING
 */
export async function createSequenceSources(
  names: readonly SourceName[],
  { env, journal }: { readonly env: Environment; readonly journal: Journal },
): Promise<readonly SequenceSource[]> {
  if (names.length === 0) return [];
  const { createOeisSource, createWolframSource } = await import("../symbolic/index.ts");
  return names.map((name) => {
    switch (name) {
      case "oeis":
        return createOeisSource({ journal, ...toBaseUrl(env["OEIS_BASE_URL"]) });
      case "wolfram-alpha":
        return createWolframSource({ journal, key: env["WOLFRAM_APP_ID"], ...toBaseUrl(env["WOLFRAM_BASE_URL"]) });
    }
  });
}

function toBaseUrl(url: string | undefined): { readonly baseUrl?: string } {
  return url === undefined || url === "" ? {} : { baseUrl: url };
}
