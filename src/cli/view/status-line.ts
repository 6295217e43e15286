import type { TextOutput } from "../cli-context.ts";
import { fitWidth } from "../text/fit.ts";
import { toSafeLine } from "../text/safe-text.ts";

/** One line that says what is going on: it is overwritten on a terminal, and plain lines elsewhere. */
export interface StatusLine extends Disposable {
  show(text: string): void;
  clear(): void;
}

/** Creates a status line; a silent one shows nothing. */
export function createStatusLine(output: TextOutput, isSilent: boolean): StatusLine {
  const isLive = output.isTTY === true;
  let shown: string | undefined;
  const draw = (text: string): void => void output.write(`\r\u001b[K${fitWidth(text, (output.columns ?? 80) - 1)}`);
  const clear = (): void => {
    if (isLive && shown !== undefined) output.write("\r\u001b[K");
    shown = undefined;
  };
  return {
    show(text) {
      const line = toSafeLine(text);
      if (isSilent || line === shown) return;
      shown = line;
      if (isLive) draw(line);
      else output.write(`${line}\n`);
    },
    clear,
    [Symbol.dispose]: clear,
  };
}
