/** Two signals this close together are one: a wrapper and the terminal both deliver Ctrl-C. */
const echoMs = 300;
const interruptedExitCode = 130;

/**
 * Listens for the wish to stop: SIGINT, SIGTERM, SIGHUP, the end of a parent that holds our channel, a closed
 * standard output. The first one calls back; the second one ends the process at once.
 */
export function listenForInterrupts(listener: () => void): () => void {
  let firstAtMs: number | undefined;
  const onSignal = () => {
    const nowMs = Date.now();
    if (firstAtMs === undefined) {
      firstAtMs = nowMs;
      listener();
    } else if (nowMs - firstAtMs > echoMs) {
      process.stdout.write("\u001b[?25h");
      process.exit(interruptedExitCode);
    }
  };
  const onOutputError = (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") onSignal();
    else throw error;
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, onSignal);
  process.on("disconnect", onSignal);
  process.channel?.unref();
  process.stdout.on("error", onOutputError);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
    process.off("disconnect", onSignal);
    process.stdout.off("error", onOutputError);
  };
}
