import { createTestData, type Problem, type TestCase, type TestData } from "../../problem/index.ts";
import { AppError, computeDigest, type Rng } from "../../std/index.ts";
import { isNumberToken, parseLines } from "../minimise/lines.ts";
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

/** What the flags of a group make of a frame. @throws FORGE_GROUP_UNKNOWN */
export function toGroupFrame(problem: Problem, groupId: string, frame: TestFrame | undefined): TestFrame {
  const groups = listAncestors(problem, groupId);
  if (groups.length === 0) {
    const known = problem.groups.map(({ id }) => id).join(", ");
    throw new AppError({
      code: "FORGE_GROUP_UNKNOWN",
      message: `${problem.id} has no group ${groupId}; there ${known === "" ? "are none" : `are ${known}`}`,
      data: { groupId },
    });
  }
  return {
    ...frame,
    checkerFlags: groups.find((group) => group.checkerFlags !== undefined)?.checkerFlags,
    validatorFlags: groups.find((group) => group.validatorFlags !== undefined)?.validatorFlags,
  };
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
    const text = mutateAlike(`${args.join(" ")}\n`, rng);
    return { ...frame, args: text.split(/\s+/).filter((word) => word !== "") };
  }
  const chosen = rng.nextInt(0, files.length - 1);
  return {
    ...frame,
    files: files.map((file, i) => {
      if (i !== chosen || file.data.bytes.length > mutableBytes) return file;
      const text = mutateAlike(new TextDecoder("latin1").decode(file.data.bytes), rng);
      return { ...file, data: createTestData(Buffer.from(text, "latin1")) };
    }),
  };
}

/** A mutant whose lines have the forms of the original's: validators rarely look at more than standard input. */
function mutateAlike(text: string, rng: Rng): string {
  const forms = new Set(listForms(text));
  const mutant = mutateText(text, { rng });
  return listForms(mutant).every((form) => forms.has(form)) ? mutant : text;
}

function listForms(text: string): readonly string[] {
  return parseLines(text).map((tokens) => tokens.map((token) => (isNumberToken(token) ? "number" : "word")).join(" "));
}
