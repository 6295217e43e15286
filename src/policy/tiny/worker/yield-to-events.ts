/**
 * Lets messages in before the next long computation.
 *
 * @throws the signal's reason where it was aborted
 */
export async function yieldToEvents(signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}
