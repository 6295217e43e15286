import { bestRunPrograms as programs, toAnswerText, type FakeModelRequest } from "../../src/testing/index.ts";

/** Which role asks, told by the system message. */
export function findRole(request: FakeModelRequest): string {
  const [system, user] = (request.body.messages as { content: unknown }[]).map((message) =>
    JSON.stringify(message.content),
  );
  const found = roles.find(([, phrase]) => system?.includes(phrase));
  if (found?.[0] === "solver" && user?.includes("was written for the problem above and is wrong")) return "repairer";
  return found?.[0] ?? "unknown";
}

const roles: readonly (readonly [string, string])[] = [
  ["classifier", "You rate competitive-programming problems"],
  ["solver", "You are an expert competitive programmer"],
  ["brute-force", "You write reference programs"],
  ["generator", "You write test generators"],
  ["validator", "You write input validators"],
  ["tester", "You break wrong programs"],
  ["hypothesiser", "You find the structure of"],
  ["summariser", "You keep the working memory"],
];

/** What a helpful model answers in every role but the solver's and the repairer's. */
export function answerAsHelper(role: string): string {
  switch (role) {
    case "classifier":
      return '{"level": 1, "reason": "one pass over the numbers"}';
    case "brute-force":
      return toAnswerText(programs.bruteForce);
    case "generator":
      return toAnswerText(programs.generator);
    case "validator":
      return toAnswerText(programs.validator);
    case "tester":
      return '{"boundary": "all numbers are negative", "inputs": ["2\\n-5 -7\\n", "1\\n-1000\\n"]}';
    case "hypothesiser":
      return `\`\`\`json\n{"kind": "answer", "claim": "The largest difference of two prefix sums."}\n\`\`\`\n\n${toAnswerText(programs.rightToo)}`;
    case "summariser":
      return "c1 takes the empty run; negative inputs refute it.";
    default:
      return "";
  }
}
