import { longestList, type CorePart } from "../cores/core.ts";
import { fill, type Operand, type Placed } from "../parts/part.ts";
import { toPrinting, toProgramText, toReading } from "../program/program-text.ts";
import { usesK, type ListComposition, type StepPart } from "./composition.ts";
import { toBruteForce } from "./brute-force.ts";

const quickSort = "qsort(a,m,sizeof(a[0]),compare);";
const slowSort = "for(int i=0;i<m;i++)for(int j=i+1;j<m;j++)if(a[j]<a[i]){x=a[i];a[i]=a[j];a[j]=x;}";

/** The efficient program: one pass that reads, changes and takes in or stores, then the core's code. */
export function toReference(composition: ListComposition, change: { readonly skipsLast?: boolean } = {}): string {
  const { core, post } = composition;
  const take = core.part.loop === undefined ? "a[m]=x;m++;" : fill(core.part.loop, core.operand);
  const code = fill(core.part.code, core.operand).replace("sort;", quickSort);
  const reading = toReadingLoop(composition, { take, count: change.skipsLast === true ? "n-1" : "n" });
  return toProgramText(`${reading}${code}${toEnding(post)}`);
}

/** The claim read as a program: what the steps leave is stored, and the core is applied to that, fast or not. */
export function toHypothesis(composition: ListComposition): string {
  const { core, post } = composition;
  const { part, operand } = core;
  const ending = toEnding(post);
  const code = part.hypothesis ?? part.slow ?? (part.loop === undefined ? part.code : undefined);
  if (code !== undefined) return toStoredProgram(composition, withSort(fill(code, operand), quickSort) + ending);
  const store = toReadingLoop(composition, { take: "a[l]=x;l++;", count: "n" });
  const scan = `for(int i=0;i<l;i++){x=a[i];${fill(part.loop ?? "", operand)}}`;
  return toProgramText(`${store}${scan}${fill(part.code, operand)}${ending}`);
}

/** Right and quadratic, or undefined where there is nothing of the kind. */
export function toSlowProgram(composition: ListComposition): string | undefined {
  const { core, post } = composition;
  const { part, operand } = core;
  if (composition.level === 2) return toRepeatedScan(composition);
  const slow = part.slow ?? part.hypothesis ?? part.code;
  const isSlow = slow.includes("sort;") || (slow.match(/for\(int j/g) ?? []).length > 0;
  if (!isSlow) return undefined;
  return toStoredProgram(composition, withSort(fill(slow, operand), slowSort) + toEnding(post));
}

/** The statement read literally: step by step over stored lists, and at level 5 everything that is possible tried out. */
export function toBruteProgram(composition: ListComposition): string {
  const { core, post } = composition;
  const { part, operand } = core;
  if (part.brute !== undefined) return toBruteForce(composition, part.brute);
  const stages = `static long long b[${longestList + 1}];int h=0;${toReadingLoop(composition, { take: "b[h]=x;h++;", count: "n", steps: [] })}${composition.steps.map(toStage).join("")}`;
  if (part.loop !== undefined && part.slow === undefined) {
    const scan = `for(int i=0;i<h;i++){x=b[i];${fill(part.loop, operand)}}`;
    return toProgramText(`${stages}${scan}${fill(part.code, operand)}${toEnding(post)}`);
  }
  const store = "for(int i=0;i<h;i++){a[i]=b[i];}m=h;";
  return toProgramText(`${stages}${store}${toLiteralCode(part, operand)}${toEnding(post)}`);
}

/** Reads the list, changes it and stores it; then `code`. */
function toStoredProgram(composition: ListComposition, code: string): string {
  return toProgramText(`${toReadingLoop(composition, { take: "a[m]=x;m++;", count: "n" })}${code}`);
}

export function toReadingLoop(
  composition: ListComposition,
  options: { readonly take: string; readonly count: string; readonly steps?: ListComposition["steps"] },
): string {
  const { shape } = composition;
  const { take, count, steps = composition.steps } = options;
  const start = toReading("n", ...(usesK(composition) ? ["k"] : []));
  const body = `${toReading("x", ...(shape.isPairs ? ["y"] : []))}${shape.code}${steps.map(toStepCode).join("")}${take}`;
  return `${start}for(int i=0;i<${count};i++){${body}}`;
}

function toStepCode({ part, operand }: Placed<StepPart>): string {
  const code = fill(part.code, operand);
  return part.kind === "map" ? code : `if(${code})continue;`;
}

function toStage(step: Placed<StepPart>): string {
  if (step.part.kind === "map") return `for(int i=0;i<h;i++){x=b[i];${toStepCode(step)}b[i]=x;}`;
  return `{int g=0;for(int i=0;i<h;i++){x=b[i];${toStepCode(step)}b[g]=x;g++;}h=g;}`;
}

/** Starts again for each prefix of the list; only the last one counts. */
function toRepeatedScan(composition: ListComposition): string {
  const { core, post } = composition;
  const store = toReadingLoop(composition, { take: "b[h]=x;h++;", count: "n" });
  const scan = `for(int i=0;i<j;i++){x=b[i];${fill(core.part.loop ?? "", core.operand)}}`;
  return toProgramText(
    `static long long b[${longestList + 1}];int h=0;${store}for(int j=1;j<=h;j++){m=0;r=0;s=0;t=0;${scan}}` +
      `${fill(core.part.code, core.operand)}${toEnding(post)}`,
  );
}

function toLiteralCode({ slow, code }: CorePart, operand: Operand | undefined): string {
  return withSort(fill(slow ?? code, operand), slowSort);
}

export function toEnding(post: ListComposition["post"]): string {
  return `${fill(post.part.code, post.operand)}${toPrinting("s")}`;
}

function withSort(code: string, sort: string): string {
  return code.replace("sort;", sort);
}
