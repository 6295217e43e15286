import { toDataBlock } from "../data-block.ts";

/** The task of writing an input specification; `complaints` say what was wrong with earlier ones. */
export function toSpecPrompt(complaints: readonly string[]) {
  const again = complaints.map((complaint, i) => toDataBlock(`COMPLAINT ${i + 1}`, complaint)).join("\n");
  return {
    system: "You write down what valid inputs of competitive-programming problems look like, in a small language.",
    task: `Write the input specification of the problem above, in YAML. It must allow exactly the inputs that the statement allows: format, ranges, sums, structure, distinctness.

${language}${complaints.length === 0 ? "" : `\n\nEarlier specifications were rejected:\n${again}`}

Answer with the specification in one fenced code block tagged \`yaml\`. Nothing after it. If the language cannot express the format, answer with the one word impossible.`,
  };
}

const language = `The language: \`input:\` is a list of blocks in the order of the input.
- \`line: { name: field, … }\`: one line of fields
- \`rows: name\`, \`count\`, \`line\`: so many lines of the same fields; \`distinct: true\`; \`where\`: conditions on a row
- \`queries: name\`, \`count\`, \`kinds: { tag: { name: field } }\`: lines told apart by their first token
- \`grid: name\`, \`rows\`, \`columns\`, \`alphabet\`; \`counts: { S: 1, E: [0, 2] }\`
- \`tree: name\`, \`vertices\`: edges, one a line; \`base\` (1), \`weights: { name: field }\`
- \`graph: name\`, \`vertices\`, \`edges\`: edges, one a line; \`simple\` (true), \`connected\`, \`directed\`, \`acyclic\`, \`bipartite\`, \`loops\`, \`max_degree\`, \`base\` (1), \`weights\`
- \`cases: name\`, \`count\`, \`input\`: test cases with blocks of their own; \`where\`; \`sums: { n: 200000 }\` over all cases
Fields:
- \`[low, high]\`: a whole number; \`{ real: [low, high], decimals: 3 }\`
- \`{ string: n }\` or \`{ string: [1, 100] }\`: its length; \`alphabet: a-z\`; \`form\`: palindrome, balanced, number
- \`{ choice: [N, S] }\`, \`{ literal: end }\`
- \`{ array: n, of: field }\`: on one line; \`order\`: ascending, descending, strictly-ascending, strictly-descending; \`distinct\`; \`sum: [low, high]\`
- \`{ permutation: n }\`, \`{ interval: [low, high] }\` (two numbers l <= r; \`strict\`), \`{ parents: n }\` (of vertices 2 … n; \`ordered\`)
Ranges, counts and lengths are numbers or formulas over earlier names: + - * / % ^ (2*10^5, n - 1), sum, min, max, len, distinct, abs, gcd; \`rows.column\` is a column. Conditions (\`where: ["1 <= l < r"]\`, also beside \`input\`) compare them, with and, or. Every name must be declared before it is used.

Example:
\`\`\`yaml
input:
  - line: { t: [1, 10^4] }
  - cases: tests
    count: t
    sums: { n: 2*10^5 }
    input:
      - line: { n: [2, 2*10^5] }
      - line: { a: { array: n, of: [1, n] } }
\`\`\``;
