import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readKattisProblem } from "./read-kattis-problem.ts";

let root = "";
let count = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "grandsmith-domjudge-"));
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const halves: Readonly<Record<string, string>> = {
  "problem.yaml": "name: Halves\ntype: scoring\n",
  "problem_statement/problem.md": "Halve.\n",
  "data/sample/1.in": "2\n",
  "data/sample/1.ans": "1\n",
  "data/testdata.yaml": "on_reject: continue\ngrader_flags: sum\n",
  "data/secret/testdata.yaml": "on_reject: continue\ngrader_flags: max\n",
  "data/secret/even/1.in": "4\n",
  "data/secret/even/1.ans": "2\n",
  "data/secret/even/2.in": "6\n",
  "data/secret/even/2.ans": "3\n",
  "data/secret/even/testdata.yaml": "accept_score: 40\n",
  "data/secret/odd/1.in": "5\n",
  "data/secret/odd/1.ans": "2\n",
  "data/secret/odd/testdata.yaml": "range: 0 60\non_reject: continue\n",
  "submissions/accepted/right.py": "# @EXPECTED_SCORE@: 60\nprint(int(input()) // 2)\n",
  "submissions/partial/even.py": "# @EXPECTED_RESULTS@: CORRECT\n# @EXPECTED_SCORE@: 40\nprint(int(input()) // 2)\n",
};

async function read(files: Readonly<Record<string, string>>) {
  const directory = join(root, `p${count++}`);
  for (const [path, content] of Object.entries({ ...halves, ...files })) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  return readKattisProblem(directory);
}

describe("scores of a package for DOMjudge", () => {
  test("accept_score is the whole group's, nothing is inherited, samples of no file do not count", async () => {
    const { problem, losses } = await read({});
    expect(problem.groups).toEqual([
      { id: "sample", aggregation: "complete", dependsOn: [], isCounted: false },
      { id: "secret", aggregation: "maximum", dependsOn: [], stopsAtFailure: false },
      {
        id: "secret/even",
        parentId: "secret",
        points: 40,
        aggregation: "complete",
        dependsOn: [],
        stopsAtFailure: true,
      },
      {
        id: "secret/odd",
        parentId: "secret",
        points: 60,
        aggregation: "sum",
        dependsOn: [],
        stopsAtFailure: false,
        scoreRange: { minimum: 0, maximum: 60 },
      },
    ]);
    expect(losses.map(({ reason }) => reason).join()).toContain("DOMjudge");
  });

  test("scores are expected whatever the folder says, and CORRECT may be a part of the points", async () => {
    const { problem } = await read({});
    const [even, right] = problem.solutions.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(right?.expected).toMatchObject({ score: { minimum: 60, maximum: 60 }, required: ["accepted", "partial"] });
    expect(even?.expected).toMatchObject({ score: { minimum: 40, maximum: 40 }, permitted: ["accepted", "partial"] });
  });

  test.each([
    ["a word that Kattis alone knows", { "data/secret/testdata.yaml": "grader_flags: max accept_if_any_accepted\n" }],
    ["a score of rejected tests", { "data/secret/odd/testdata.yaml": "reject_score: 1\n" }],
    ["no sign of DOMjudge", { "submissions/accepted/right.py": "", "submissions/partial/even.py": "" }],
  ])("%s means Kattis' rules", async (_, files) => {
    const { problem } = await read(files);
    expect(problem.groups.find(({ id }) => id === "secret/even")).toMatchObject({ acceptScore: 40 });
  });
});
