import type { CompareOptions } from "../../checker.ts";

/** The options behind flags of Kattis' default validator; the flag that is wrong as text. */
export function parseCompareFlags(flags: readonly string[]): CompareOptions | string {
  let [isCaseSensitive, isSpaceSensitive] = [false, false];
  let absolute: number | undefined;
  let relative: number | undefined;
  for (let index = 0; index < flags.length; index++) {
    const flag = (flags[index] ?? "").replace(/^-+/, "");
    if (flag === "case_sensitive") isCaseSensitive = true;
    else if (flag === "space_change_sensitive") isSpaceSensitive = true;
    else if (["float_tolerance", "float_absolute_tolerance", "float_relative_tolerance"].includes(flag)) {
      const text = flags[++index] ?? "";
      const value = /^\d*\.?\d+(?:e[+-]?\d+)?$|^\d+\.(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
      if (!Number.isFinite(value)) return `${flag} ${text}`.trim();
      if (flag !== "float_relative_tolerance") absolute = value;
      if (flag !== "float_absolute_tolerance") relative = value;
    } else return flag === "" ? "an empty flag" : flag;
  }
  return {
    isCaseSensitive,
    isSpaceSensitive,
    ...(absolute === undefined ? {} : { absoluteTolerance: absolute }),
    ...(relative === undefined ? {} : { relativeTolerance: relative }),
  };
}

/** The flags that mean these options. */
export function toCompareFlags(options: CompareOptions): readonly string[] {
  const { isCaseSensitive, isSpaceSensitive, absoluteTolerance, relativeTolerance } = options;
  const isBoth = absoluteTolerance !== undefined && absoluteTolerance === relativeTolerance;
  return [
    ...(isCaseSensitive ? ["case_sensitive"] : []),
    ...(isSpaceSensitive ? ["space_change_sensitive"] : []),
    ...(isBoth ? ["float_tolerance", String(absoluteTolerance)] : []),
    ...(absoluteTolerance !== undefined && !isBoth ? ["float_absolute_tolerance", String(absoluteTolerance)] : []),
    ...(relativeTolerance !== undefined && !isBoth ? ["float_relative_tolerance", String(relativeTolerance)] : []),
  ];
}
