import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createMemoryJournal, type Journal } from "../../journal/index.ts";
import { checkHint } from "./check-hint.ts";
import { createOeisSource } from "./create-oeis-source.ts";
import { createOfflineSource } from "./create-offline-source.ts";
import { createWolframSource } from "./create-wolfram-source.ts";

type Handler = (request: IncomingMessage, response: ServerResponse, index: number) => void;

let closeServer: (() => Promise<void>) | undefined;

afterEach(async () => {
  await closeServer?.();
  closeServer = undefined;
});

/** A real HTTP server on this machine that answers by `handle`; gives its address and the URLs asked for. */
async function serve(handle: Handler): Promise<{ readonly baseUrl: string; readonly asked: URL[] }> {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? "/", "http://localhost"));
    handle(request, response, asked.length - 1);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeServer = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

function answer(body: unknown): Handler {
  return (_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** Only the tests of silence wait for a time-out. */
const limits = { timeoutMs: 60_000, maxBytes: 10_000, maxAttempts: 3, baseDelayMs: 1 };

const squares = { firstIndex: 1, terms: [1n, 4n, 9n, 16n, 25n, 36n] };

const squaresEntry = {
  number: 290,
  name: "The squares: a(n) = n^2.\u0007",
  data: "0,1,4,9,16,25,36,49,64,81,100",
  offset: "0,3",
  formula: ["G.f.: x*(1 + x)/(1 - x)^3.", "Multiplicative."],
};

const otherEntry = { number: 1, name: "Something else", data: "1,4,9,16,25,37" };

describe("a source with a journal", () => {
  it("asks once what it is asked again, whoever answers, and never writes its key down", async () => {
    const kept: string[] = [];
    const journal = createMemoryJournal();
    const watched: Journal = {
      ...journal,
      effect: async (spec, perform) => (kept.push(JSON.stringify(spec)), journal.effect(spec, perform)),
    };
    const { baseUrl, asked } = await serve(answer([squaresEntry]));
    const [first] = await createOeisSource({ baseUrl, limits, journal: watched }).lookUp(squares);
    await closeServer?.();
    closeServer = undefined;
    const [again] = await createOeisSource({ baseUrl: "http://127.0.0.1:9/", limits, journal: watched }).lookUp(
      squares,
    );
    expect(asked).toHaveLength(1);
    expect({ ...again, term: again?.term(9) }).toEqual({ ...first, term: first?.term(9) });
    const wolfram = await serve(answer({ queryresult: { success: false, error: false } }));
    const source = createWolframSource({ key: "SECRET-KEY", baseUrl: wolfram.baseUrl, limits, journal: watched });
    expect([await source.lookUp(squares), await source.lookUp(squares)]).toEqual([[], []]);
    expect(wolfram.asked.map((url) => url.searchParams.get("appid"))).toEqual(["SECRET-KEY"]);
    expect(kept).toHaveLength(4);
    expect(kept.join("")).not.toContain("SECRET-KEY");
  });
});

describe("the OEIS source", () => {
  it("asks for the terms and gives what agrees with them, by the asker's index", async () => {
    const { baseUrl, asked } = await serve(answer([otherEntry, squaresEntry]));
    const hints = await createOeisSource({ baseUrl, limits }).lookUp(squares);
    expect(asked.map((url) => `${url.pathname} ${url.searchParams.get("q")} ${url.searchParams.get("fmt")}`)).toEqual([
      "/search 1,4,9,16,25,36 json",
    ]);
    expect(hints).toHaveLength(1);
    expect(hints[0]).toMatchObject({
      source: "oeis",
      title: "A000290: The squares: a(n) = n^2.",
      url: "https://oeis.org/A000290",
      notes: squaresEntry.formula,
    });
    expect(hints[0]?.term(10)).toEqual({ numerator: 100n, denominator: 1n });
    expect(hints[0]?.term(11)).toBeUndefined();
  });

  it("reads the older form of an answer, and nothing found in all forms", async () => {
    const answers = [
      { greeting: "Greetings", query: "", count: 1, start: 0, results: [squaresEntry] },
      { count: 0, start: 0, results: null },
      null,
      [],
    ];
    const { baseUrl } = await serve((request, response, i) => answer(answers[i] ?? null)(request, response, i));
    const source = createOeisSource({ baseUrl, limits });
    const counts: number[] = [];
    for (const _ of answers) counts.push((await source.lookUp(squares)).length);
    expect(counts).toEqual([1, 0, 0, 0]);
  });

  it("asks nothing about fractions", async () => {
    const { baseUrl, asked } = await serve(answer([squaresEntry]));
    const terms = [{ numerator: 1n, denominator: 2n }];
    expect(await createOeisSource({ baseUrl, limits }).lookUp({ terms })).toEqual([]);
    expect(asked).toEqual([]);
  });

  it("tries again after a fault of the server, as often as it may", async () => {
    const { baseUrl, asked } = await serve((request, response, i) => {
      if (i < 2) {
        response.statusCode = 500;
        response.end("down");
      } else answer([squaresEntry])(request, response, i);
    });
    expect(await createOeisSource({ baseUrl, limits }).lookUp(squares)).toHaveLength(1);
    expect(asked).toHaveLength(3);
    const source = createOeisSource({ baseUrl, limits: { ...limits, maxAttempts: 1 } });
    expect(await source.lookUp(squares)).toHaveLength(1);
  });

  it("gives up with the status when the server goes on failing, and at once when it says no", async () => {
    const { baseUrl, asked } = await serve((request, response) => {
      response.statusCode = request.url?.includes("1%2C1") === true ? 403 : 503;
      response.end();
    });
    const source = createOeisSource({ baseUrl, limits });
    await expect(source.lookUp(squares)).rejects.toMatchObject({
      code: "SEQUENCE_SOURCE_REFUSED",
      isRetryable: true,
      message: expect.stringContaining("503"),
    });
    expect(asked).toHaveLength(3);
    await expect(source.lookUp({ terms: [1n, 1n] })).rejects.toMatchObject({ isRetryable: false });
    expect(asked).toHaveLength(4);
  });

  it("does not wait for a server that hangs, in the headers or in the body", async () => {
    for (const handle of [
      () => {},
      (_: IncomingMessage, response: ServerResponse) => void response.write("[") /* and never ends */,
    ]) {
      const { baseUrl } = await serve(handle);
      const source = createOeisSource({ baseUrl, limits: { ...limits, timeoutMs: 300, maxAttempts: 2 } });
      await expect(source.lookUp(squares)).rejects.toMatchObject({
        code: "SEQUENCE_SOURCE_UNREACHABLE",
        isRetryable: true,
        message: expect.stringContaining("300 ms"),
      });
      await closeServer?.();
    }
  });

  it("refuses nonsense: no JSON, another format, too much of it", async () => {
    const faults = [
      "<html>hello</html>",
      { results: "many" },
      [{ number: 1, name: "x", data: "1,two" }],
      "1".repeat(20_000),
    ];
    for (const body of faults) {
      const { baseUrl, asked } = await serve(answer(body));
      await expect(createOeisSource({ baseUrl, limits }).lookUp(squares)).rejects.toMatchObject({
        code: "SEQUENCE_SOURCE_INVALID",
        isRetryable: false,
      });
      expect(asked).toHaveLength(1);
      await closeServer?.();
    }
  });

  it("says what to do without a connection", async () => {
    const { baseUrl } = await serve(() => {});
    await closeServer?.();
    closeServer = undefined;
    await expect(createOeisSource({ baseUrl, limits }).lookUp(squares)).rejects.toMatchObject({
      code: "SEQUENCE_SOURCE_UNREACHABLE",
      message: expect.stringMatching(/ECONNREFUSED.*offline finder/),
    });
  });

  it("stops when told to", async () => {
    const { baseUrl } = await serve(() => {});
    const controller = new AbortController();
    const asking = createOeisSource({ baseUrl, limits }).lookUp(squares, {
      signal: controller.signal,
    });
    controller.abort(new Error("enough"));
    await expect(asking).rejects.toThrow("enough");
  });
});

describe("the Wolfram Alpha source", () => {
  const pods = [
    { title: "Input interpretation", subpods: [{ title: "", plaintext: "1, 4, 9, 16, 25, 36, ..." }] },
    {
      title: "Possible sequence identification",
      subpods: [
        { title: "Closed form", plaintext: "a_n = n^2 (for all terms given)" },
        { title: "Continuation", plaintext: "1, 4, 9, 16, 25, 36, 49, 64, 81, 100, ..." },
        { title: "", plaintext: null },
      ],
    },
  ];

  it("needs a key", () => {
    expect(() => createWolframSource({ key: undefined })).toThrow(
      expect.objectContaining({ code: "WOLFRAM_KEY_MISSING" }),
    );
  });

  it("gives closed forms and continuations as text, and terms where the list holds those asked about", async () => {
    const { baseUrl, asked } = await serve(
      answer({ queryresult: { success: true, error: false, pods: pods.slice(1) } }),
    );
    const [hint] = await createWolframSource({ key: "SECRET", baseUrl, limits }).lookUp(squares);
    expect(asked[0]?.pathname).toBe("/v2/query");
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      appid: "SECRET",
      input: "1, 4, 9, 16, 25, 36, ...",
      output: "json",
      format: "plaintext",
    });
    expect(hint?.title).toContain("Closed form: a_n = n^2");
    expect(hint?.term(9)).toEqual({ numerator: 81n, denominator: 1n });
    expect(hint?.term(11)).toBeUndefined();
  });

  it("takes the longest list, since the first only repeats the question", async () => {
    const { baseUrl } = await serve(answer({ queryresult: { success: true, error: false, pods } }));
    const [hint] = await createWolframSource({ key: "SECRET", baseUrl, limits }).lookUp(squares);
    expect(hint?.term(10)).toEqual({ numerator: 100n, denominator: 1n });
  });

  it("answers other questions, and knows nothing where it understood nothing", async () => {
    const { baseUrl } = await serve((request, response, i) => {
      const body = i === 0 ? { success: true, error: false, pods } : { success: false, error: false };
      answer({ queryresult: body })(request, response, i);
    });
    const source = createWolframSource({ key: "SECRET", baseUrl, limits });
    expect((await source.ask("squares")).map(({ title }) => title)).toEqual(pods.map(({ title }) => title));
    expect(await source.ask("gibberish")).toEqual([]);
  });

  it("passes on that the key is wrong, and never prints it", async () => {
    const replies = [
      { queryresult: { success: false, error: { code: "1", msg: "Invalid appid" } } },
      { nothing: true },
      "no JSON",
    ];
    const codes: string[] = [];
    const { baseUrl } = await serve((request, response, i) => answer(replies[i] ?? "no JSON")(request, response, i));
    const source = createWolframSource({ key: "SECRET", baseUrl, limits });
    for (const _ of replies) {
      const error: unknown = await source.lookUp(squares).catch((thrown: unknown) => thrown);
      expect(String(error)).not.toContain("SECRET");
      codes.push((error as { readonly code: string }).code);
    }
    expect(codes).toEqual(["SEQUENCE_SOURCE_REFUSED", "SEQUENCE_SOURCE_INVALID", "SEQUENCE_SOURCE_INVALID"]);
  });
});

describe("the offline source", () => {
  it("gives formulas with their evidence", async () => {
    const terms = Array.from({ length: 14 }, (_, n) => BigInt(n * n + n.toString(2).split("1").length - 1));
    const [hint] = await createOfflineSource().lookUp({ terms });
    expect(hint?.title).toBe("a(n) = bit_count(n) + n^2");
    expect(hint?.notes).toEqual(["bit_count: ones in binary"]);
    expect(hint?.formula?.evidenceBits).toBeGreaterThan(6);
  });
});

describe("checkHint", () => {
  it("counts what a brute force confirms, up to the first refutation", async () => {
    const [hint] = await createOfflineSource().lookUp({ terms: Array.from({ length: 14 }, (_, n) => BigInt(n * n)) });
    if (hint === undefined) throw new Error("squares were not found");
    const computed = { firstIndex: 14, terms: [196n, 225n, 256n] };
    expect(checkHint(hint, computed)).toEqual({ confirmedTerms: 3, unknownTerms: 0 });
    expect(checkHint(hint, { ...computed, terms: [196n, 226n, 256n] })).toEqual({
      confirmedTerms: 1,
      unknownTerms: 0,
      mismatch: { index: 15, expected: "226", actual: "225" },
    });
    expect(checkHint({ term: () => undefined }, computed)).toEqual({ confirmedTerms: 0, unknownTerms: 3 });
  });
});
