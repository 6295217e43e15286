/**
 * What to keep of 0 … count-1, boldest first: a half, the other half, all but a quarter … all but one, as delta
 * debugging does; `least` must stay.
 */
export function* listRemovals(count: number, least = 0): Generator<readonly number[], void> {
  const all = Array.from({ length: count }, (_, i) => i);
  if (count > least) {
    if (least === 0) yield [];
    for (const i of count <= 40 && least <= 1 && count > 2 ? all : []) yield [i];
  }
  for (let size = Math.ceil(count / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    if (count - size < least) continue;
    for (let start = 0; start < count; start += size) {
      const kept = all.filter((i) => i < start || i >= start + size);
      if (kept.length >= least && kept.length < count) yield kept;
    }
  }
  if (count > 12) return;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const kept = all.filter((k) => k !== i && k !== j);
      if (kept.length >= least) yield kept;
    }
  }
}
