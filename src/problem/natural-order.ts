/** Orders names as people do: runs of digits by value (`2` before `10`), the rest by code unit. Total and locale-free. */
export function compareNatural(a: string, b: string): number {
  const partsA = a.match(chunk) ?? [];
  const partsB = b.match(chunk) ?? [];
  for (const [index, partA] of partsA.entries()) {
    const partB = partsB[index];
    if (partB === undefined) return 1;
    const order = compareChunks(partA, partB);
    if (order !== 0) return order;
  }
  return partsA.length < partsB.length ? -1 : compareText(a, b);
}

const chunk = /\d+|\D+/g;

function compareChunks(a: string, b: string): number {
  if (!/^\d/.test(a) || !/^\d/.test(b)) return compareText(a, b);
  const [digitsA, digitsB] = [a.replace(/^0+(?=\d)/, ""), b.replace(/^0+(?=\d)/, "")];
  return digitsA.length - digitsB.length || compareText(digitsA, digitsB);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
