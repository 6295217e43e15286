export { AppError, boundary, toMessage, type AppErrorOptions } from "./app-error.ts";
export { systemClock, type Clock } from "./clock.ts";
export { computeDigest, computeJsonDigest } from "./digest.ts";
export { invariant, unreachable } from "./invariant.ts";
export { toCanonicalJson, type Json } from "./json.ts";
export { deriveSeed, Rng, toSeedInt } from "./rng.ts";
export { suggest } from "./suggest.ts";
