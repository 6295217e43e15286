import { createTestData, type TestData } from "../../test-case.ts";
import { fileCaps } from "../native/layout.ts";
import { normalizeText } from "../text.ts";
import { readYamlText, type KattisContext } from "./context.ts";
import type { GeneratorPlan } from "./read-generators.ts";

/** The files of `data/`: those that are there, and those that `generators.yaml` writes down. Paths relative to `data/`. */
export class DataFiles {
  readonly #context: KattisContext;
  readonly #plan: GeneratorPlan | undefined;
  readonly #real: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
  #leftBytes: number = fileCaps.tests;

  private constructor(context: KattisContext, plan: GeneratorPlan | undefined, real: readonly string[]) {
    this.#context = context;
    this.#plan = plan;
    this.#real = new Set(real);
    const made = [...(plan?.files ?? [])].flatMap(([path, file]) => {
      const isDangling =
        file.kind === "file-alias" && file.path.startsWith("data/") && !this.#real.has(file.path.slice(5));
      return isDangling ? [] : [path];
    });
    this.paths = new Set([...real, ...made].toSorted((a, b) => (a < b ? -1 : 1)));
  }

  static async open(context: KattisContext, plan: GeneratorPlan | undefined): Promise<DataFiles> {
    return new DataFiles(context, plan, await context.folder.list("data"));
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  async readTestData(path: string): Promise<TestData | undefined> {
    if (this.#leftBytes < 0) return undefined;
    const file = this.#real.has(path) ? undefined : this.#plan?.files.get(path);
    const source = file?.kind === "file-alias" ? file.path : `data/${path}`;
    const bytes =
      file?.kind === "file-text"
        ? new TextEncoder().encode(file.text)
        : await this.#context.folder.read(source, fileCaps.test, "a test file");
    if (bytes === undefined) return undefined;
    this.#leftBytes -= bytes.length;
    if (this.#leftBytes >= 0) return createTestData(bytes);
    this.#context.report({ file: source, expected: `at most ${fileCaps.tests} bytes of tests in all`, actual: "more" });
    return undefined;
  }

  /** A short text beside a test; one that is no text is lost. */
  async readText(path: string): Promise<string | undefined> {
    if (!this.has(path)) return undefined;
    const file = this.#real.has(path) ? undefined : this.#plan?.files.get(path);
    if (file?.kind === "file-text") return file.text;
    const source = file?.kind === "file-alias" ? file.path : `data/${path}`;
    const text = await this.#context.spare.readText(source, fileCaps.statement, "text");
    return text === undefined ? undefined : normalizeText(text);
  }

  /** The data of a YAML file and where its fields stand; undefined where it is not there or broken. */
  async readYaml(path: string) {
    if (!this.has(path)) return undefined;
    const file = this.#real.has(path) ? undefined : this.#plan?.files.get(path);
    if (file?.kind === "file-yaml") return { data: file.data, lineOf: () => undefined };
    const source = file?.kind === "file-alias" ? file.path : `data/${path}`;
    const text = await this.#context.folder.readText(source, fileCaps.manifest, "a configuration");
    return text === undefined ? undefined : readYamlText(this.#context, source, text);
  }
}
