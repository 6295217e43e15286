import { execFile, spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const mount = "/sys/fs/cgroup";
const mounted = `30 23 0:26 / ${mount} rw,nosuid,nodev,noexec,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate\n`;
/** What the kernel puts into a group of v2, by the controllers that it has. */
const core = ["cgroup.procs", "cgroup.subtree_control", "cpu.stat"];
const memory = ["memory.max", "memory.current", "memory.events", "memory.swap.max", "memory.oom.group", "memory.peak"];
const everything = [...core, ...memory, "pids.max"];

let directory: string;
let harness: string;
let count = 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "cgroup-test-"));
  harness = join(directory, "harness");
  await run("gcc", ["-O1", "-w", "-o", harness, join(import.meta.dirname, "fixtures", "cgroup-harness.c")]);
}, 60_000);
afterAll(() => rm(directory, { recursive: true, force: true }));

/** The groups of one slot, on a tree that looks like cgroup v2 with these files in every group. */
class Groups implements AsyncDisposable {
  readonly root: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  constructor(root: string) {
    this.root = root;
    this.#child = spawn(harness, [root]);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** The answer, after the shortfalls that are said with it. */
  async ask(line: string): Promise<readonly string[]> {
    this.#child.stdin.write(`${line}\n`);
    const answers: string[] = [];
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) throw new Error("the harness ended");
      answers.push(value);
      if (!value.startsWith("shortfall")) return answers;
    }
  }

  /** Where the slot's group is, below `parent`. */
  async find(parent: string): Promise<string> {
    const [name] = await readdir(join(this.root, parent, "grandsmith")).then((names) => names.filter(isSlot));
    return join(this.root, parent, "grandsmith", name ?? "missing");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end();
    await new Promise((resolve) => this.#child.once("close", resolve));
  }
}

const isSlot = (name: string): boolean => /^\d+-\d+$/.test(name);

async function createGroups(
  how: { readonly files?: readonly string[]; readonly refused?: readonly string[]; readonly own?: string } = {},
): Promise<Groups> {
  const root = join(directory, `${count++}`);
  const own = how.own ?? "/";
  await mkdir(join(root, mount, own), { recursive: true });
  await mkdir(join(root, "proc", "self"), { recursive: true });
  await writeFile(join(root, "proc/self/mountinfo"), mounted);
  await writeFile(join(root, "proc/self/cgroup"), `0::${own}\n`);
  await writeFile(join(root, "files"), (how.files ?? everything).join("\n"));
  await writeFile(join(root, "refused"), (how.refused ?? []).join("\n"));
  return new Groups(root);
}

const events = (kills: number): string => `low 0\nhigh 0\nmax 7\noom 3\noom_kill ${kills}\noom_group_kill 9\n`;
const read = async (...parts: readonly string[]): Promise<string> => readFile(join(...parts), "utf8");

describe("control groups of v2", () => {
  it("hold a slot below the root of the hierarchy, with swap refused and all killed together", async () => {
    await using groups = await createGroups();
    expect(await groups.ask("open 1")).toEqual(["source 2"]);
    const slot = await groups.find(mount);
    expect(await read(slot, "memory.swap.max")).toBe("0");
    expect(await read(slot, "memory.oom.group")).toBe("1");
    for (const parent of [mount, `${mount}/grandsmith`]) {
      expect(await read(groups.root, parent, "cgroup.subtree_control")).toBe("+memory+pids");
    }
    expect(await groups.ask("reset 67108864 16")).toEqual(["reset 0"]);
    expect([await read(slot, "memory.max"), await read(slot, "pids.max")]).toEqual(["67108864", "16"]);
    expect(await groups.ask("remove")).toEqual(["removed"]);
    await expect(access(slot)).rejects.toThrow("ENOENT");
  });

  it("are where programs start; one that could not be started there joins by its process", async () => {
    await using groups = await createGroups();
    await groups.ask("open 0");
    const slot = await groups.find(mount);
    expect(await groups.ask("join 1")).toEqual(["join 0"]);
    expect(await read(slot, "cgroup.procs")).toBe("");
    expect(await groups.ask("join 0")).toEqual(["join 0"]);
    expect(await read(slot, "cgroup.procs")).toBe("0");
    expect((await groups.ask("figures"))[0]).toContain("inside 1");
  });

  it("tell kills, peak and CPU time since the last reset", async () => {
    await using groups = await createGroups();
    await groups.ask("open 1");
    const slot = await groups.find(mount);
    await writeFile(join(slot, "memory.events"), events(2));
    await writeFile(join(slot, "memory.current"), "1000\n");
    await writeFile(join(slot, "cpu.stat"), "usage_usec 500\nuser_usec 400\nsystem_usec 100\n");
    await groups.ask("reset 67108864 16");
    expect(await read(slot, "memory.peak")).toBe("0");
    await writeFile(join(slot, "memory.peak"), "51000\n");
    await writeFile(join(slot, "cpu.stat"), "usage_usec 1500\nuser_usec 1400\nsystem_usec 100\n");
    expect(await groups.ask("figures")).toEqual(["killed 0 peak 50000 cpu 1000000 inside 1"]);
    await writeFile(join(slot, "memory.events"), events(3));
    expect((await groups.ask("figures"))[0]).toContain("killed 1");
  });

  it("leave out of the limit what the kernel still keeps of ended programs, but not the pages of files", async () => {
    await using groups = await createGroups({ files: [...everything, "memory.stat"] });
    await groups.ask("open 1");
    const slot = await groups.find(mount);
    await writeFile(join(slot, "memory.current"), `${40 * 1048576}\n`);
    await writeFile(join(slot, "memory.stat"), `anon 0\nfile 9437184\nkernel ${30 * 1048576 + 4096}\nkernel_stack 7\n`);
    await groups.ask("reset 67108864 16");
    expect(await read(slot, "memory.max")).toBe(`${94 * 1048576}`);
    await writeFile(join(slot, "memory.current"), "8192\n");
    await groups.ask("reset 67108864 16");
    expect(await read(slot, "memory.max")).toBe("67108864");
  });

  it("say so where the peak cannot be started anew, and give none", async () => {
    await using groups = await createGroups({ refused: ["memory.peak"] });
    const [shortfall, source] = await groups.ask("open 0");
    expect([shortfall, source]).toEqual([expect.stringMatching(/memory\.peak cannot be reset/), "source 2"]);
    await groups.ask("reset 67108864 16");
    await writeFile(join(await groups.find(mount), "memory.current"), "1000\n");
    expect((await groups.ask("figures"))[0]).toContain("peak 0");
  });

  it("say so where swap cannot be limited, if there is any", async () => {
    const files = everything.filter((name) => name !== "memory.swap.max");
    await using without = await createGroups({ files });
    expect(await without.ask("open 0")).toEqual(["source 2"]);
    await using groups = await createGroups({ files });
    await writeFile(join(groups.root, "proc/swaps"), "Filename Type Size Used Priority\n/swapfile file 1000 0 -2\n");
    expect(await groups.ask("open 0")).toEqual([expect.stringMatching(/swap is not accounted/), "source 2"]);
  });

  it("are made beside our own group where the root is not ours", async () => {
    await using groups = await createGroups({ own: "/user.slice/own", refused: [`${mount}/grandsmith`] });
    expect(await groups.ask("open 0")).toEqual(["source 2"]);
    const slot = await groups.find(`${mount}/user.slice`);
    expect(await groups.ask("reset 1048576 4")).toEqual(["reset 0"]);
    expect(await read(slot, "memory.max")).toBe("1048576");
  });

  it("are made below our own group, once what is in it has moved to a child, where nothing beside it is ours", async () => {
    const refused = [`${mount}/grandsmith`, `${mount}/user.slice/grandsmith`];
    await using groups = await createGroups({ own: "/user.slice/own", refused });
    const own = join(groups.root, mount, "user.slice/own");
    await writeFile(join(own, "cgroup.procs"), "41\n42\n");
    await writeFile(join(groups.root, "files"), [...everything, "grandsmith-host/cgroup.procs"].join("\n"));
    expect(await groups.ask("open 0")).toEqual(["source 2"]);
    expect(await read(own, "grandsmith-host", "cgroup.procs")).toBe("41\n42\n");
    expect(await groups.find(`${mount}/user.slice/own`)).not.toContain("missing");
  });

  it("are not taken for a limit where the hierarchy has no memory controller, but their CPU time counts", async () => {
    await using groups = await createGroups({ files: core });
    const answers = await groups.ask("open 1");
    expect(answers).toEqual([expect.stringMatching(/no memory control group/), "source 0"]);
    await writeFile(join(await groups.find(mount), "cpu.stat"), "usage_usec 7\n");
    expect(await groups.ask("figures")).toEqual(["killed 0 peak 0 cpu 7000 inside 1"]);
  });

  it("of helpers that are gone are removed at the next start, those of others are not", async () => {
    await using first = await createGroups();
    await first.ask("open 0");
    const own = await first.find(mount);
    const parent = join(first.root, mount, "grandsmith");
    const [namespace = "", process = ""] = (own.split("/").at(-1) ?? "").split("-");
    await mkdir(join(parent, `${namespace}-4194304`));
    await mkdir(join(parent, `1-4194304`));
    await using second = new Groups(first.root);
    await second.ask("open 0");
    const left = (await readdir(parent)).filter(isSlot).toSorted();
    expect(left).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining([`${namespace}-${process}`, "1-4194304"]));
  });
});
