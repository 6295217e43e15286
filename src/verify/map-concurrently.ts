/** Performs an action on each item, at most `count` at a time, and waits for all; the first fault ends it. */
export async function mapConcurrently<T>(
  items: readonly T[],
  count: number,
  action: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const work = async (): Promise<void> => {
    for (const item of queue) await action(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(count, items.length)) }, work));
}
