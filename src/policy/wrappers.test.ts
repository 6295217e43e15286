import { describe, expect, it } from "vitest";
import { createMemoryJournal } from "../journal/index.ts";
import { createFakeModelServer, createScriptedPolicy } from "../testing/index.ts";
import { createAiSdkPolicy } from "./ai-sdk/ai-sdk-policy.ts";
import { createBudget } from "./budget.ts";
import type { Completion, Policy, SampleFailure, SampleRequest, TokenPrices } from "./contract.ts";
import { computeWorstCaseUsage } from "./usage.ts";
import { withBudget } from "./with-budget.ts";
import { withConcurrency } from "./with-concurrency.ts";
import { withJournal } from "./with-journal.ts";

const enough = new Error("enough");
const patience = { timeout: 30_000 } as const;
const prices: TokenPrices = { inputUsdPerMTokens: 10, outputUsdPerMTokens: 100 };
const failure: SampleFailure = {
  kind: "failure",
  reason: "unavailable",
  message: "down",
  usage: { inputTokens: 0, outputTokens: 0 },
};

function createRequest(index = 0): SampleRequest {
  return {
    address: { role: "solver", round: 0, index },
    messages: [{ role: "user", parts: [{ kind: "text", text: "hi" }] }],
    maxTokens: 100,
    temperature: 1,
    seed: index,
  };
}

function createAnswer(outputTokens = 10, inputTokens = 5): Completion {
  return {
    kind: "completion",
    text: "answer",
    stopReason: "end",
    usage: { inputTokens, outputTokens },
    policyVersion: "v1",
  };
}

function withPrices(policy: Policy): Policy {
  return { ...policy, info: { ...policy.info, prices } };
}

/** A policy whose answers wait until the test gives them. */
function createGatedPolicy() {
  const gates: PromiseWithResolvers<Completion>[] = [];
  const policy = createScriptedPolicy(() => {
    const gate = Promise.withResolvers<Completion>();
    gates.push(gate);
    return gate.promise;
  });
  return { policy, gates };
}

const worstTokens = computeWorstCaseUsage(createRequest()).inputTokens + 100;

describe("a budget", () => {
  it("refuses a call whose worst case does not fit what is left, without making it", async () => {
    const budget = createBudget({ maxTokens: worstTokens + 10 });
    const scripted = createScriptedPolicy(() => createAnswer(10, 5));
    const policy = withBudget(scripted, budget);
    expect(await policy.sample(createRequest(0))).toMatchObject({ kind: "completion" });
    expect(budget.state).toMatchObject({ spentTokens: 15, reservedTokens: 0 });
    const refused = await policy.sample(createRequest(1));
    expect(refused).toMatchObject({ kind: "failure", reason: "over-budget", usage: { inputTokens: 0 } });
    expect(scripted.requests).toHaveLength(1);
    expect(budget.state).toMatchObject({ spentTokens: 15, refusedCalls: 1 });
  });

  it("reserves for calls in flight, and lets a waiting call go when real usage leaves room", async () => {
    const { policy: gated, gates } = createGatedPolicy();
    const budget = createBudget({ maxTokens: worstTokens + 50 });
    const policy = withBudget(gated, budget);
    const first = policy.sample(createRequest(0));
    const second = policy.sample(createRequest(1));
    await expect.poll(() => gates.length, patience).toBe(1);
    expect(budget.state.reservedTokens).toBe(worstTokens);
    gates[0]?.resolve(createAnswer(10));
    await expect.poll(() => gates.length, patience).toBe(2);
    gates[1]?.resolve(createAnswer(10));
    expect(await Promise.all([first, second])).toMatchObject([{ kind: "completion" }, { kind: "completion" }]);
    expect(budget.state).toMatchObject({ spentTokens: 30, reservedTokens: 0, refusedCalls: 0 });
  });

  it("refuses a waiting call once real usage leaves no room", async () => {
    const { policy: gated, gates } = createGatedPolicy();
    const policy = withBudget(gated, createBudget({ maxTokens: worstTokens + 50 }));
    const first = policy.sample(createRequest(0));
    const second = policy.sample(createRequest(1));
    await expect.poll(() => gates.length, patience).toBe(1);
    gates[0]?.resolve(createAnswer(100));
    expect(await first).toMatchObject({ kind: "completion" });
    expect(await second).toMatchObject({ kind: "failure", reason: "over-budget" });
    expect(gates).toHaveLength(1);
  });

  it("never lets spending pass the limit, whatever the calls use", async () => {
    const budget = createBudget({ maxTokens: 1000 });
    const policy = withBudget(
      createScriptedPolicy(async (request) => {
        await new Promise(setImmediate);
        return createAnswer((request.address.index * 37) % 101, 5);
      }),
      budget,
    );
    const outcomes = await Promise.all(Array.from({ length: 60 }, (_, index) => policy.sample(createRequest(index))));
    const spent = outcomes.reduce((sum, { usage }) => sum + usage.inputTokens + usage.outputTokens, 0);
    expect(budget.state.spentTokens).toBe(spent);
    expect(spent).toBeLessThanOrEqual(1000);
    expect(spent).toBeGreaterThan(1000 - worstTokens);
    expect(budget.state.refusedCalls).toBeGreaterThan(0);
  });

  it("limits money where prices are known", async () => {
    const budget = createBudget({ maxCostUsd: 0.012 });
    const policy = withBudget(withPrices(createScriptedPolicy(() => createAnswer(20, 0))), budget);
    expect(await policy.sample(createRequest(0))).toMatchObject({ kind: "completion" });
    expect(budget.state.spentCostUsd).toBeCloseTo(0.002, 12);
    const refused = await policy.sample(createRequest(1));
    expect(refused).toMatchObject({ reason: "over-budget", message: expect.stringContaining("$0.012") });
  });

  it("is refused at creation when money is limited and the price unknown", () => {
    const policy = createScriptedPolicy(() => failure);
    expect(() => withBudget(policy, createBudget({ maxCostUsd: 1 }))).toThrow(
      expect.objectContaining({ code: "PRICE_UNKNOWN" }),
    );
    expect(() => createBudget({ maxTokens: Number.NaN })).toThrow(expect.objectContaining({ code: "BUDGET_INVALID" }));
  });

  it("says that the cost is unknown rather than 0", async () => {
    const budget = createBudget();
    await withBudget(
      createScriptedPolicy(() => createAnswer()),
      budget,
    ).sample(createRequest());
    expect(budget.state).toMatchObject({ spentTokens: 15, spentCostUsd: undefined });
  });

  it("charges the worst case of a call that is cancelled in flight, and nothing for one that waits", async () => {
    await using server = await createFakeModelServer([{ kind: "no-answer" }]);
    const model = await createAiSdkPolicy({ model: "openai-compatible/m", baseUrl: server.baseUrl, env: {} });
    const budget = createBudget({ maxTokens: worstTokens + 50 });
    const policy = withBudget(model, budget);
    const controllers = [new AbortController(), new AbortController()];
    const [first, second] = controllers.map(({ signal }, index) => policy.sample(createRequest(index), { signal }));
    await server.waitForRequests(1);
    controllers[1]?.abort(enough);
    await expect(second).rejects.toBe(enough);
    expect(budget.state).toMatchObject({ spentTokens: 0, reservedTokens: worstTokens });
    controllers[0]?.abort(enough);
    await expect(first).rejects.toBe(enough);
    expect(budget.state).toMatchObject({ spentTokens: worstTokens, reservedTokens: 0 });
  });
});

describe("bounded concurrency", () => {
  it("keeps at most the limit in flight at a real server", async () => {
    let arrived: Promise<void> | undefined;
    await using server = await createFakeModelServer(async () => {
      await (arrived ??= server.waitForRequests(3));
      return { kind: "answer", text: "x", delayMs: 10 };
    });
    const model = await createAiSdkPolicy({ model: "openai-compatible/m", baseUrl: server.baseUrl, env: {} });
    const policy = withConcurrency(model, 3);
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, index) => policy.sample(createRequest(index))));
    expect(outcomes.every((outcome) => outcome.kind === "completion")).toBe(true);
    expect(server.mostOpenCount).toBe(3);
  });

  it("lets a waiting call be cancelled at once", async () => {
    const { policy: gated, gates } = createGatedPolicy();
    const policy = withConcurrency(gated, 1);
    const first = policy.sample(createRequest(0));
    const controller = new AbortController();
    const second = policy.sample(createRequest(1), { signal: controller.signal });
    controller.abort(enough);
    await expect(second).rejects.toBe(enough);
    gates[0]?.resolve(createAnswer());
    expect(await first).toMatchObject({ kind: "completion" });
    expect(gates).toHaveLength(1);
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses a limit of %s", (limit) => {
    expect(() =>
      withConcurrency(
        createScriptedPolicy(() => failure),
        limit,
      ),
    ).toThrow(expect.objectContaining({ code: "CONCURRENCY_INVALID" }));
  });
});

describe("a journaled policy", () => {
  it("asks once and replays the same answer, charging a resumed run's budget what it had spent", async () => {
    const journal = createMemoryJournal();
    const scripted = createScriptedPolicy(() => createAnswer());
    const budget = createBudget();
    const policy = withJournal(withBudget(scripted, budget), { journal, budget });
    const performed = await policy.sample(createRequest());
    expect(await policy.sample(createRequest())).toEqual(performed);
    expect(budget.state.spentTokens).toBe(15);

    const resumedBudget = createBudget();
    const resumed = withJournal(withBudget(scripted, resumedBudget), { journal, budget: resumedBudget });
    expect(await resumed.sample(createRequest())).toEqual(performed);
    expect(await resumed.sample(createRequest())).toEqual(performed);
    expect(resumedBudget.state.spentTokens).toBe(15);
    expect(scripted.requests).toHaveLength(1);
  });

  it("returns a failure as it is and asks again next time", async () => {
    const outcomes = [failure, createAnswer()];
    const scripted = createScriptedPolicy(() => outcomes.shift() ?? failure);
    const policy = withJournal(scripted, { journal: createMemoryJournal() });
    expect(await policy.sample(createRequest())).toBe(failure);
    expect(await policy.sample(createRequest())).toMatchObject({ kind: "completion" });
    expect(await policy.sample(createRequest())).toMatchObject({ kind: "completion" });
    expect(scripted.requests).toHaveLength(2);
  });

  it("keeps the answers of different models apart", async () => {
    const journal = createMemoryJournal();
    const a = createScriptedPolicy(() => "from a");
    const b = { ...createScriptedPolicy(() => "from b"), info: { ...a.info, name: "b" } };
    expect(await withJournal(a, { journal }).sample(createRequest())).toMatchObject({ text: "from a" });
    expect(await withJournal(b, { journal }).sample(createRequest())).toMatchObject({ text: "from b" });
  });

  it("asks again for another caller of the same request when the first one cancels", async () => {
    await using server = await createFakeModelServer([{ kind: "no-answer" }, { kind: "answer", text: "later" }]);
    const model = await createAiSdkPolicy({ model: "openai-compatible/m", baseUrl: server.baseUrl, env: {} });
    const policy = withJournal(model, { journal: createMemoryJournal() });
    const controller = new AbortController();
    const first = policy.sample(createRequest(), { signal: controller.signal });
    const second = policy.sample(createRequest());
    await server.waitForRequests(1);
    controller.abort(enough);
    await expect(first).rejects.toBe(enough);
    expect(await second).toMatchObject({ kind: "completion", text: "later" });
    expect(server.requests).toHaveLength(2);
  });
});
