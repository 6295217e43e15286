import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeNativeProblem } from "../src/problem/index.ts";
import { bestRunProblem, bestRunPrograms, createFakeModelServer, toAnswerText } from "../src/testing/index.ts";
import { answerAsHelper, findRole } from "./support/best-run-model.ts";
import { parseResult, runCli } from "./support/cli.ts";

const head = "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <unistd.h>\n";

/** Programs that attack the judge instead of the problem, and the verdicts that they may get. */
function createHostilePrograms(secret: { readonly path: string; readonly port: number }) {
  const read = `FILE* f = fopen("${secret.path}", "r"); char b[64] = {0}; if (f && fgets(b, 64, f)) printf("%s", b);`;
  return [
    {
      name: "fork bomb",
      source: `${head}int main() { for (;;) fork(); }`,
      verdicts: ["TLE", "RE", "ILE", "WA", "MLE"],
    },
    {
      name: "network",
      source: `${head}#include <sys/socket.h>\n#include <netinet/in.h>\nint main() { int s = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in a = {}; a.sin_family = AF_INET; a.sin_port = htons(${secret.port}); a.sin_addr.s_addr = htonl(0x7f000001);
  puts(s >= 0 && connect(s, (sockaddr*)&a, sizeof a) == 0 ? "reached" : "refused"); }`,
      verdicts: ["WA", "RE"],
    },
    { name: "reading a file of the host", source: `${head}int main() { ${read} }`, verdicts: ["WA", "RE"] },
    {
      name: "10 GB of output",
      source: `${head}char b[1 << 20]; int main() { memset(b, '7', sizeof b); for (int i = 0; i < 10240; i++) fwrite(b, 1, sizeof b, stdout); }`,
      verdicts: ["OLE", "TLE"],
    },
    { name: "sleeping", source: `${head}int main() { for (;;) sleep(1000); }`, verdicts: ["ILE"] },
    {
      name: "8 GB of memory",
      source: `${head}int main() { for (int i = 0; i < 8192; i++) { char* p = (char*)malloc(1 << 20); memset(p, i, 1 << 20); } puts("6"); }`,
      verdicts: ["MLE", "TLE"],
    },
  ];
}

const longNames: Readonly<Record<string, string>> = {
  TLE: "time-limit-exceeded",
  RE: "runtime-error",
  ILE: "idleness-limit-exceeded",
  WA: "wrong-answer",
  MLE: "memory-limit-exceeded",
  OLE: "output-limit-exceeded",
};

describe("hostile candidates", () => {
  it("cost themselves their verdict and nothing else", async () => {
    const directory = await mkdtemp(join(tmpdir(), "grandsmith-hostile-"));
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const path = join(directory, "secret.txt");
    await writeFile(path, "4\n");
    const hostile = createHostilePrograms({ path, port: (listener.address() as AddressInfo).port });
    let solverCalls = 0;
    await using server = await createFakeModelServer((request) => {
      const role = findRole(request);
      if (role !== "solver") return { kind: "answer", text: answerAsHelper(role) };
      const program = hostile[solverCalls++]?.source ?? bestRunPrograms.right;
      return { kind: "answer", text: toAnswerText(`${program}\n`) };
    });
    try {
      await writeNativeProblem(
        { ...bestRunProblem, limits: { timeLimitMs: 500, memoryLimitBytes: 64 << 20 } },
        join(directory, "p"),
      );
      const model = ["--model", "openai-compatible/fake", "--base-url", server.baseUrl];
      const run = await runCli(
        ["solve", join(directory, "p"), ...model, "--json", "--candidates", "7", "--rounds", "1"],
        {
          cwd: directory,
          env: { GRANDSMITH_HOME: join(directory, "home") },
        },
      );
      expect(run.exitCode, `${run.stderr}\n${run.lines.at(-1)}`).toBe(0);
      const result = parseResult(run);
      for (const { name, source, verdicts } of hostile) {
        const candidate = result.candidates.find((item) => item.program.source.trim() === source.trim());
        const got = Object.values(candidate?.verdictByTest ?? { none: "not judged" });
        const allowed = new Set(verdicts.map((verdict) => longNames[verdict]));
        expect(
          got.filter((verdict) => !allowed.has(verdict)),
          name,
        ).toEqual([]);
      }
      expect(connections).toBe(0);
    } finally {
      listener.close();
      await rm(directory, { recursive: true, force: true });
    }
  }, 180_000);
});
