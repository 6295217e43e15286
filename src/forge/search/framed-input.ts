import { createTestData, type Problem, type TestCase, type TestData } from "../../problem/index.ts";
import { computeDigest, type Rng } from "../../std/index.ts";
import { mutateText } from "../mutate/mutate-text.ts";
import type { DrawnInput, FramedInput, InputArm, TestFrame } from "./contract.ts";

/**
 * The frames of the given tests and of groups whose checker has flags of its own, each once. Undefined stands for tests
 * that are nothing but their input.
 */
export function listFrames(problem: Problem, tests: readonly TestCase[]): readonly (TestFrame | undefined)[] {
  const known = tests.map((test) => toFramedInput(problem, test).frame);
  const ofGroups = problem.groups.flatMap(({ checkerFlags, validatorFlags }) =>
    checkerFlags === undefined ? [] : [{ ...known[0], checkerFlags, validatorFlags }],
  );
  const frames = tests.length === 0 ? [undefined, ...ofGroups] : [...known, ...ofGroups];
  return [...new Map(frames.map((frame) => [frame && toFrameKey(frame), frame])).values()];
}

/** A test's input with its frame, flags of its groups among it. */
export function toFramedInput(problem: Pick<Problem, "groups">, test: TestCase): FramedInput {
  const groups = listAncestors(problem, test.groupId);
  const frame: TestFrame = {
    args: test.args,
    files: test.files,
    checkerFlags: test.checkerFlags ?? groups.find((group) => group.checkerFlags !== undefined)?.checkerFlags,
    validatorFlags: test.validatorFlags ?? groups.find((group) => group.validatorFlags !== undefined)?.validatorFlags,
  };
  const isEmpty = Object.values(frame).every((part) => part === undefined || part.length === 0);
  return isEmpty ? test.input : { ...test.input, frame };
}

export function withFrame(input: TestData, frame: TestFrame | undefined): FramedInput {
  return frame === undefined ? input : { ...input, frame };
}

/** Equal for inputs that are the same test. */
export function toInputKey({ digest, frame }: FramedInput): string {
  return frame === undefined ? digest : `${digest} ${toFrameKey(frame)}`;
}

function toFrameKey({ args, files, checkerFlags, validatorFlags }: TestFrame): string {
  const named = (files ?? []).map(({ fileName, data }) => [fileName, data.digest]);
  return computeDigest(JSON.stringify([args, named, checkerFlags, validatorFlags]));
}

function listAncestors({ groups }: Pick<Problem, "groups">, groupId: string | undefined): Problem["groups"] {
  const group = groups.find(({ id }) => id === groupId);
  return group === undefined ? [] : [group, ...listAncestors({ groups }, group.parentId)];
}

/** Known inputs with changed arguments or files: for problems where more than standard input counts. */
export function createFrameArm(inputs: readonly FramedInput[], rng: Rng): InputArm {
  let number = 0;
  return {
    name: "frames",
    size: 0.11,
    isValid: false,
    async draw({ count, kept }) {
      const pool = [...inputs, ...kept.map((test) => test.input)].filter(({ frame }) => frame !== undefined);
      if (pool.length === 0) return [];
      return Array.from({ length: count }).flatMap((): readonly DrawnInput[] => {
        const own = rng.derive(number++);
        const input = pool[own.nextInt(0, pool.length - 1)];
        return input === undefined ? [] : [{ input: withFrame(input, mutateFrame(input.frame ?? {}, own)) }];
      });
    },
  };
}

const mutableBytes = 20_000;

function mutateFrame(frame: TestFrame, rng: Rng): TestFrame {
  const { args = [], files = [] } = frame;
  const isArgs = files.length === 0 || (args.length > 0 && rng.nextInt(0, 1) === 0);
  if (isArgs) {
    const words = mutateText(`${args.join(" ")}\n`, { rng }).split(/\s+/);
    return { ...frame, args: words.filter((word) => word !== "") };
  }
  const chosen = rng.nextInt(0, files.length - 1);
  return {
    ...frame,
    files: files.map((file, i) => {
      if (i !== chosen || file.data.bytes.length > mutableBytes) return file;
      const text = mutateText(new TextDecoder("latin1").decode(file.data.bytes), { rng });
      return { ...file, data: createTestData(Buffer.from(text, "latin1")) };
    }),
  };
}
