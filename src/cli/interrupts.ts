import type { OutputGuard } from "./guard-output.ts";

/** Two signals this close together are one: a wrapper and the terminal both deliver Ctrl-C. */
const echoMs = 300;
const interruptedExitCode = 130;

/**
 * Listens for the wish to stop: SIGINT, SIGTERM, SIGHUP, the end of a parent that holds our channel, a broken
 * standard output. The first one calls back; a second signal ends the process at once.
 */
export function listenForInterrupts(output: Pick<OutputGuard, "onBroken">, listener: () => void): () => void {
  let firstAtMs: number | undefined;
  const onFirst = () => {
    if (firstAtMs !== undefined) return;
    firstAtMs = Date.now();
    listener();
  };
  const onSignal = () => {
    if (firstAtMs === undefined) onFirst();
    else if (Date.now() - firstAtMs > echoMs) {
      if (process.stdout.isTTY) process.stdout.write("\u001b[?25h");
      process.exit(interruptedExitCode);
    }
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, onSignal);
  process.on("disconnect", onFirst);
  process.channel?.unref();
  const forget = output.onBroken(onFirst);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
    process.off("disconnect", onFirst);
    forget();
  };
}
