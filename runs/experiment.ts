/** One reproducible table or figure of the papers. */
export interface Experiment {
  readonly name: string;
  /** One line for the list of experiments. */
  readonly summary: string;
  /** Prints its tables; the result becomes the last line of standard output, as JSON. */
  run(options: ExperimentOptions): Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>>;
}

/** What every experiment is given. */
export interface ExperimentOptions {
  /** Fewer seeds or steps, for a check that it still runs. */
  readonly isQuick: boolean;
  /** Where pictures and reports go; exists. */
  readonly outFolder: string;
  /** Only the parts whose names contain this, where an experiment has parts; undefined: all. */
  readonly only?: string | undefined;
  /** Decides what is drawn, where an experiment draws anything of its own. */
  readonly seed: string;
}
