import { AppError, toMessage } from "../std/index.ts";
import { toErrorExitCode } from "./exit-codes.ts";
import type { Palette } from "./text/palette.ts";
import { toSafeText } from "./text/safe-text.ts";

/** An error for people: message, code, and for faults of ours where it came from. */
export function renderError(error: unknown, palette: Palette): string {
  if (AppError.is(error)) {
    return `${palette.bad("error")} ${toSafeText(error.message)} ${palette.quiet(`[${error.code}]`)}\n`;
  }
  const stack = error instanceof Error && error.stack !== undefined ? `\n${toSafeText(error.stack)}` : "";
  return (
    `${palette.bad("internal error")} ${toSafeText(toMessage(error))} ${palette.quiet("[INTERNAL]")}${stack}\n` +
    "This is a bug of grandsmith; please report it with the lines above.\n"
  );
}

/** The same for machines: one JSON line. */
export function toErrorLine(error: unknown): string {
  const code = AppError.is(error) ? error.code : "INTERNAL";
  const data = AppError.is(error) ? error.data : {};
  return `${JSON.stringify({ kind: "error", exitCode: toErrorExitCode(error), code, message: toMessage(error), data })}\n`;
}
