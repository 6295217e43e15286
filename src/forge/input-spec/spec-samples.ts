/** Specifications that tests go through, one for each kind of structure. */
export const specSamples = {
  "two-couriers": `
input:
  - line: { n: [1, 2000], p: [-100000, 100000], q: [-100000, 100000] }
  - line: { x: { array: n, of: { int: [-100000, 100000] } } }
`,
  "sums-over-cases": `
input:
  - line: { t: [1, 500] }
  - cases: tests
    count: t
    sums: { n: 1000 }
    input:
      - line: { n: [1, 1000] }
      - line: { a: { array: n, of: { int: [0, 10^9] } } }
`,
  "strings-over-cases": `
input:
  - line: { t: [1, 100] }
  - cases: tests
    count: t
    sums: { len(s): 300, "n*m": 2000 }
    input:
      - line: { s: { string: [1, 200], alphabet: a-c } }
      - line: { n: [1, 100], m: [1, 100] }
`,
  graph: `
input:
  - line: { n: [1, 100], m: [0, 300] }
  - graph: g
    vertices: n
    edges: m
    connected: true
    weights: { w: [1, 10^9] }
`,
  dag: `
input:
  - line: { n: [1, 50], m: [0, 100] }
  - graph: g
    vertices: n
    edges: m
    directed: true
    acyclic: true
`,
  bipartite: `
input:
  - line: { n: [1, 40], m: [0, 100] }
  - { graph: g, vertices: n, edges: m, bipartite: true }
`,
  "bipartite-connected": `
input:
  - line: { n: [1, 40], m: [0, 100] }
  - { graph: g, vertices: n, edges: m, bipartite: true, connected: true, base: 0 }
`,
  multigraph: `
input:
  - line: { n: [1, 20], m: [0, 40] }
  - { graph: g, vertices: n, edges: m, simple: false, directed: true }
`,
  "bounded-degree": `
input:
  - line: { n: [1, 30], m: [0, 45] }
  - { graph: g, vertices: n, edges: m, max_degree: 3 }
`,
  forest: `
input:
  - line: { m: [0, 20], n: [1, 30] }
  - { graph: g, vertices: n, edges: m, acyclic: true }
`,
  tree: `
input:
  - line: { n: [1, 100] }
  - { tree: edges, vertices: n }
`,
  "weighted-tree": `
input:
  - line: { n: [2, 60] }
  - { tree: edges, vertices: n, weights: { w: [1, 100] } }
  - line: { a: { array: n, of: { int: [1, n] } } }
`,
  parents: `
input:
  - line: { n: [2, 60] }
  - line: { p: { parents: n } }
`,
  "ordered-parents": `
input:
  - line: { n: [1, 60] }
  - line: { p: { parents: n, ordered: true } }
`,
  relations: `
input:
  - line: { n: [1, 100], m: [1, 100] }
  - line: { l: [1, m], r: [1, m] }
where: ["n <= m", "l < r or n == m", "l + r <= 2 * m"]
`,
  queries: `
input:
  - line: { n: [1, 100], q: [1, 50] }
  - queries: qs
    count: q
    kinds:
      "1": { l: [1, n], r: [l, n], x: [-5, 5] }
      "2": { i: [1, n] }
`,
  "distinct-points": `
input:
  - line: { n: [1, 50] }
  - rows: points
    count: n
    distinct: true
    line: { x: [-2, 2], y: [-10^9, 10^9] }
`,
  grid: `
input:
  - line: { h: [1, 20], w: [2, 20] }
  - { grid: g, rows: h, columns: w, alphabet: ".#SE", counts: { S: 1, E: [0, 1] } }
`,
  permutation: `
input:
  - line: { n: [1, 50] }
  - line: { p: { permutation: n } }
`,
  "strictly-sorted": `
input:
  - line: { n: [1, 50] }
  - line: { a: { array: n, of: { int: [0, 60] }, order: strictly-ascending } }
`,
  descending: `
input:
  - line: { n: [0, 50] }
  - line: { a: { array: n, of: { int: [-9, 60] }, order: descending } }
`,
  "distinct-few": `
input:
  - line: { n: [1, 50] }
  - line: { a: { array: n, of: { int: [1, 7] }, distinct: true } }
`,
  "bounded-sum": `
input:
  - line: { n: [1, 10] }
  - line: { a: { array: n, of: { int: [0, 9] }, sum: [0, 12] } }
`,
  intervals: `
input:
  - line: { n: [1, 30] }
  - rows: items
    count: n
    line: { span: { interval: [1, 10^9], strict: true }, kind_of: { choice: [up, down] } }
`,
  reals: `
input:
  - line: { x: { real: [-10, 10.5], decimals: 2 }, y: { real: ["0", "1"], decimals: 6 } }
`,
  strings: `
input:
  - line: { n: [0, 20], s: { string: n, alphabet: "01" } }
  - line: { p: { string: [1, 9], form: palindrome }, b: { string: [0, 12], form: balanced } }
  - line: { d: { string: [1, 20], form: number }, words: { array: 2, of: { string: [1, 3], alphabet: "A-C" } } }
`,
  sentence: `
input:
  - line: { s: { string: [1, 30], alphabet: "a-c " } }
`,
  "index-bound": `
input:
  - line: { n: [1, 20] }
  - line: { a: { array: n, of: { int: [0, index] } } }
  - line: { end: { literal: "0" }, z: { literal: end } }
`,
} as const;
