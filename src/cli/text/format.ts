/** `950 ms`, `12 s`, `3 min 05 s`, `2 h 10 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** `512 B`, `3.4 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** `812`, `13.5k`, `2.1M`. */
export function formatCount(count: number): string {
  if (count < 10_000) return String(count);
  if (count < 999_500) return `${(count / 1000).toFixed(count < 100_000 ? 1 : 0)}k`;
  return `${(count / 1e6).toFixed(1)}M`;
}

/** `$0.0123`; `unknown cost` where it is not known. */
export function formatCost(costUsd: number | undefined): string {
  if (costUsd === undefined) return "unknown cost";
  return `$${costUsd.toFixed(costUsd !== 0 && costUsd < 1 ? 4 : 2)}`;
}

/** `1 test`, `2 tests`. */
export function formatPlural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
