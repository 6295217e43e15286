import stringWidth from "string-width";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CliContext, TextOutput } from "../cli-context.ts";
import { createLiveView } from "./live-view.ts";
import { chooseViewMode } from "./run-view.ts";
import type { ViewEvent } from "./view-event.ts";

interface FakeTerminal {
  columns: number;
  readonly writes: string[];
  readonly context: CliContext;
  resize(columns: number): void;
}

function createTerminal(columns: number, env: Record<string, string> = {}): FakeTerminal {
  const writes: string[] = [];
  const listeners = new Set<() => void>();
  const stdout = {
    isTTY: true,
    columns,
    rows: 24,
    write: (text: string) => writes.push(text),
    on: (_name: string, listener: () => void) => listeners.add(listener),
    off: (_name: string, listener: () => void) => listeners.delete(listener),
  };
  const context = {
    stdout: stdout as unknown as CliContext["stdout"],
    stderr: stdout as TextOutput,
    env,
    cwd: "/",
    onInterrupt: () => () => {},
  };
  return {
    columns,
    writes,
    context,
    resize: (next) => {
      stdout.columns = next;
      for (const listener of listeners) listener();
    },
  };
}

const stripCodes = (text: string) => text.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, "");

const started: ViewEvent = {
  kind: "run-started",
  data: {
    runId: "20261130-0912-sum-3f2a",
    problemId: "sum",
    title: "A title that is longer than a narrow terminal",
    policy: "recorded",
    recordingSource: "made with desk",
    seed: "1",
    tier: "R",
    shortfalls: [],
    session: 1,
    outDirectory: "/out",
  },
};

const readSpending = () => ({ spentTokens: 0, spentCostUsd: 0 });

function draw(env: Record<string, string>): string {
  const terminal = createTerminal(80, env);
  const view = createLiveView({ context: terminal.context, mode: "live", readSpending });
  view.onEvent(started, 0);
  vi.advanceTimersByTime(200);
  view.close();
  return terminal.writes.join("");
}

describe("the live view on a terminal", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("draws at most ten times a second, once a second when nothing happens", () => {
    const terminal = createTerminal(80);
    const view = createLiveView({ context: terminal.context, mode: "live", readSpending });
    view.onEvent(started, 0);
    terminal.writes.length = 0;
    for (let ms = 0; ms < 1000; ms += 5) {
      view.onEvent({ kind: "sample-requested", data: { role: "solver", round: 0, index: ms } }, ms);
      vi.advanceTimersByTime(5);
    }
    const busy = terminal.writes.length;
    expect(busy).toBeGreaterThan(5);
    expect(busy).toBeLessThanOrEqual(10);
    terminal.writes.length = 0;
    vi.advanceTimersByTime(10_000);
    expect(terminal.writes.length).toBeGreaterThanOrEqual(9);
    expect(terminal.writes.length).toBeLessThanOrEqual(11);
    view.close();
    terminal.writes.length = 0;
    vi.advanceTimersByTime(10_000);
    expect(terminal.writes).toEqual([]);
  });

  it("keeps the first line about recorded answers, fits 40 columns, and follows a resize", () => {
    const terminal = createTerminal(40);
    const view = createLiveView({ context: terminal.context, mode: "live", readSpending });
    view.onEvent(started, 0);
    expect(stripCodes(terminal.writes.join(""))).toContain("Recorded answers are replayed");
    vi.advanceTimersByTime(200);
    for (const line of stripCodes(terminal.writes.join("")).split("\n"))
      expect(stringWidth(line)).toBeLessThanOrEqual(40);
    terminal.writes.length = 0;
    terminal.resize(24);
    view.onEvent({ kind: "warning-raised", data: { message: "the model cannot see the three images" } }, 5);
    vi.advanceTimersByTime(200);
    for (const line of stripCodes(terminal.writes.join("")).split("\n"))
      expect(stringWidth(line)).toBeLessThanOrEqual(24);
    view.close();
  });

  it("honours NO_COLOR", () => {
    expect(draw({})).toMatch(/\u001b\[1m/);
    expect(draw({ NO_COLOR: "1" })).not.toMatch(/\u001b\[\d+m/);
  });
});

describe("the choice of a view", () => {
  it("is live on a terminal, plain when piped or dumb or asked for, JSON when asked for", () => {
    const { context } = createTerminal(80);
    const piped = { ...context, stdout: { ...context.stdout, isTTY: false } };
    expect(chooseViewMode(context, {})).toBe("live");
    expect(chooseViewMode(context, { plain: true })).toBe("plain");
    expect(chooseViewMode({ ...context, env: { TERM: "dumb" } }, {})).toBe("plain");
    expect(chooseViewMode(piped, {})).toBe("plain");
    expect(chooseViewMode(piped, { json: true })).toBe("json");
  });
});
