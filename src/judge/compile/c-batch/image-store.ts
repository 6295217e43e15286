import { computeJsonDigest } from "../../../std/index.ts";
import type { CompileCache } from "../../compile-cache.ts";
import type { SlotPool } from "../../slots.ts";
import type { CompilePlan, GccPlan } from "../../toolchain.ts";
import { compileLimits } from "../compile-alone.ts";
import { createCompileSpec, createTextFile, emptyBlob, runInSlot } from "../compile-sandbox.ts";
import { createImageSource, readRuntimeImage, type RuntimeImage } from "./runtime-image.ts";

export interface ImageRequest {
  readonly plan: CompilePlan & { readonly gcc: GccPlan };
  readonly version: string;
  /** Functions and variables of the C library that a program uses. */
  readonly symbols: readonly string[];
  readonly roomBytes: number;
}

/** Links runtime images, each once: kept in memory and in the compile cache. */
export interface ImageStore {
  /** Undefined where there is no such symbol, or the linker's work is not understood. */
  find(request: ImageRequest, signal?: AbortSignal): Promise<RuntimeImage | undefined>;
}

/** Opens a store over a pool and a cache. */
export function createImageStore(pool: SlotPool, cache: CompileCache): ImageStore {
  const known = new Map<string, Promise<RuntimeImage | undefined>>();
  return {
    async find(request, signal) {
      const symbols = isUsual(request.symbols) ? usualSymbols : request.symbols;
      const key = computeJsonDigest({
        version: request.version,
        argv: toArgv(request),
        symbols,
        room: request.roomBytes,
      });
      const image = known.get(key) ?? make({ pool, cache }, { ...request, symbols }, { key, signal });
      known.delete(key);
      known.set(key, image);
      const oldest = known.keys().next().value;
      if (known.size > keptImages && oldest !== undefined) known.delete(oldest);
      try {
        return await image;
      } catch (cause) {
        known.delete(key);
        throw cause;
      }
    },
  };
}

/** Each takes a megabyte. */
const keptImages = 64;

/** What most programs use: one image for all that use no more. */
const usualSymbols: readonly string[] = [
  "abs atoi calloc exit fflush fgets fputs free fwrite getchar isalpha isdigit islower isspace isupper labs llabs malloc",
  "memcmp memcpy memmove memset printf putchar puts qsort realloc scanf sprintf sscanf stdin stdout strcat strchr strcmp",
  "strcpy strlen strncmp strncpy strstr tolower toupper getc putc stderr fprintf fscanf __ctype_b_loc __isoc99_scanf",
  "__isoc99_sscanf __isoc99_fscanf __ctype_tolower_loc __ctype_toupper_loc",
].flatMap((line) => line.split(" "));
const usualSet: ReadonlySet<string> = new Set(usualSymbols);

function isUsual(symbols: readonly string[]): boolean {
  return symbols.every((symbol) => usualSet.has(symbol));
}

function toArgv({ plan }: ImageRequest): readonly string[] {
  const { compiler, linkFlags } = plan.gcc;
  return [compiler, "/box/image.s", ...linkFlags.filter((flag) => flag !== "-s")];
}

async function make(
  tools: { readonly pool: SlotPool; readonly cache: CompileCache },
  request: ImageRequest,
  how: { readonly key: string; readonly signal: AbortSignal | undefined },
): Promise<RuntimeImage | undefined> {
  const cached = await tools.cache.read(how.key);
  const bytes = cached ?? (await link(tools.pool, request, how.signal));
  if (bytes === undefined) return undefined;
  const image = readRuntimeImage(bytes, request.symbols, request.roomBytes);
  if (cached === undefined && image !== undefined) await tools.cache.write(how.key, bytes);
  return image;
}

async function link(pool: SlotPool, request: ImageRequest, signal?: AbortSignal): Promise<Uint8Array | undefined> {
  const { plan, symbols, roomBytes } = request;
  const source = createTextFile("image.s", createImageSource(symbols, roomBytes));
  const job = {
    argv: toArgv(request),
    env: plan.env,
    files: [source, ...(plan.files ?? [])],
    runs: [{ stdin: emptyBlob, limits: compileLimits, collect: ["program"] }],
  };
  const [result] = await runInSlot(pool, { spec: createCompileSpec(plan), job, signal });
  const isDone = result?.ending.kind === "exited" && result.ending.exitCode === 0;
  return isDone ? result.collected.find(({ name }) => name === "program")?.bytes : undefined;
}
