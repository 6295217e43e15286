import type { Language } from "../problem/index.ts";
import { findCppToolchain } from "./cpp-toolchain.ts";
import { findPythonToolchain } from "./python-toolchain.ts";
import type { MissingToolchain, Toolchain } from "./toolchain.ts";

/** The languages that can be judged where their tools are installed. */
export const judgedLanguages = ["c", "cpp17", "cpp20", "cpp23", "python3"] as const satisfies readonly Language[];

/** Finds the tool of a language on this machine; a language without one is named, with how to get it. */
export async function findToolchain(language: Language): Promise<Toolchain | MissingToolchain> {
  switch (language) {
    case "c":
    case "cpp17":
    case "cpp20":
    case "cpp23":
      return findCppToolchain(language);
    case "python3":
      return findPythonToolchain();
    default:
      return {
        kind: "toolchain-missing",
        language,
        message: `${language} programs are not judged: use one of ${judgedLanguages.join(", ")}`,
      };
  }
}
