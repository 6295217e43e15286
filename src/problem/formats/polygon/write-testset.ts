import type { Problem } from "../../problem.ts";
import type { PlannedTest, TestCase, TestGroup } from "../../test-case.ts";
import { toSafeName } from "../foreign/read-foreign.ts";
import { loseKeys } from "../foreign/losses.ts";
import type { ForeignOutput } from "../foreign/write-foreign.ts";
import type { TestsetLayout } from "./layout-tests.ts";
import { formatPath, manifestName } from "./names.ts";
import { toValidatorFlags } from "./read-testsets.ts";
import { createElement, type XmlNode } from "./xml-text.ts";

/** Adds the files of a test set; gives its element. */
export function addTestset(output: ForeignOutput, problem: Problem, set: TestsetLayout): XmlNode {
  const toName = createGroupNames(output, set);
  const tests = set.tests.map((test, index) => addTest(output, { test, set, number: index + 1 }, toName));
  return createElement("testset", { name: set.name }, [
    createElement("time-limit", {}, String(problem.limits.timeLimitMs)),
    createElement("memory-limit", {}, String(problem.limits.memoryLimitBytes)),
    createElement("test-count", {}, String(tests.length)),
    createElement("input-path-pattern", {}, `${set.name}/%02d`),
    createElement("answer-path-pattern", {}, `${set.name}/%02d.a`),
    createElement("tests", {}, tests),
    createElement(
      "groups",
      {},
      set.groups.map((group) => toGroup(output, set, group, toName)),
    ),
  ]);
}

type ToName = (groupId: string) => string;

/** Polygon's names of groups: ids without the test set's prefix, made flat where need be. */
function createGroupNames(output: ForeignOutput, set: TestsetLayout): ToName {
  const toName: ToName = (id) => toSafeName(id.startsWith(set.prefix) ? id.slice(set.prefix.length) : id);
  const names = set.groups.map((group) => toName(group.id));
  if (new Set(names).size < names.length) {
    const expected = "groups that differ by more than slashes";
    output.report({ file: manifestName, field: "groups", expected, actual: names.join(", ") });
  }
  return toName;
}

function addTest(
  output: ForeignOutput,
  place: { readonly test: TestCase | PlannedTest; readonly set: TestsetLayout; readonly number: number },
  toName: ToName,
): XmlNode {
  const { test, set, number } = place;
  const path = formatPath(`${set.name}/%02d`, number) ?? "";
  if ("input" in test) {
    output.add(path, test.input.bytes);
    if (test.answer !== undefined) output.add(`${path}.a`, test.answer.bytes);
  }
  const cmd = test.generatorCall;
  if (cmd !== undefined && /\$\{|<#/.test(cmd)) {
    output.lose({ file: manifestName, field: `tests.${test.id}.generatorCall`, reason: "it looks like a template" });
  }
  return createElement("test", {
    method: cmd === undefined ? "manual" : "generated",
    cmd,
    sample: test.isSample ? true : undefined,
    group: test.groupId === undefined ? undefined : toName(test.groupId),
    points: test.points,
    description: test.description,
  });
}

function toGroup(output: ForeignOutput, set: TestsetLayout, group: TestGroup, toName: ToName): XmlNode {
  const name = toName(group.id);
  const place = { file: manifestName, field: `groups.${group.id}` };
  const { validatorFlags, ...rest } = group;
  loseKeys(output, place, rest, [
    "parentId",
    "passesWhen",
    "stopsAtFailure",
    "acceptScore",
    "rejectScore",
    "scoreRange",
    "checkerFlags",
    "staticScore",
    "staticFlags",
  ]);
  if (group.isCounted === false)
    output.lose({ ...place, field: `${place.field}.isCounted`, reason: "every group counts" });
  if (JSON.stringify(validatorFlags) !== JSON.stringify(toValidatorFlags(set.name, name))) {
    const reason = "validators are told the test set and the group, and nothing else";
    output.lose({ ...place, field: `${place.field}.validatorFlags`, reason });
  }
  const { aggregation } = group;
  if (aggregation !== "sum" && aggregation !== "complete") {
    output.lose({ ...place, field: `${place.field}.aggregation`, reason: `${aggregation} becomes complete-group` });
  }
  return createElement(
    "group",
    { name, points: group.points, "points-policy": aggregation === "sum" ? "each-test" : "complete-group" },
    group.dependsOn.length === 0
      ? []
      : [
          createElement(
            "dependencies",
            {},
            group.dependsOn.map((id) => createElement("dependency", { group: toName(id) })),
          ),
        ],
  );
}
