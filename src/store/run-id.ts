import { randomBytes } from "node:crypto";

/** A run's name: when (UTC), what, and four random digits, e.g. `20261130-0912-aplusb-3f2a`. */
export function createRunId(nowMs: number, problemId: string): string {
  const [date = "", time = ""] = new Date(nowMs).toISOString().split("T");
  const slug = problemId
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 32)
    .replaceAll(/^-+|-+$/g, "");
  return [
    date.replaceAll("-", ""),
    time.slice(0, 5).replace(":", ""),
    slug || "problem",
    randomBytes(2).toString("hex"),
  ].join("-");
}
