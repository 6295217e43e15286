import { choices, expressions } from "../formula/expressions.ts";
import type { VocabularyData } from "../contract.ts";
import { coresByLevel } from "../list/draw-list.ts";
import { filters } from "../parts/filters.ts";
import { maps } from "../parts/maps.ts";
import { plainPost, posts } from "../parts/posts.ts";
import { plainShape, shapes } from "../parts/shapes.ts";
import { programHeader } from "../program/program-text.ts";
import { punctuation, splitText } from "./normal-form.ts";

/** Marks that say which part of a text begins. No statement can contain one. */
export const marks = {
  problem: "<problem>",
  thinking: "<thinking>",
  hypothesis: "<hypothesis>",
  program: "<program>",
} as const;

const specialTokens = ["<pad>", "<end>"];

/** Words of the sentences around the parts. */
const frameWords = `
  you are given there is a list of n integers and an integer k pairs x y z two three
  the only line has first second each next lines have then after that changes follow
  replace element by change every to turn into keep only elements leave remove all delete
  let p q r be call print find output compute where if otherwise or
`;

const largestNumber = 20;

const programPieces = [
  programHeader,
  ...["n", "k", "x", "y", "z"].map((name) => `scanf("%lld",&${name});\n`),
  'printf("%lld\\n",s);\n}\n',
  "for(int i=0;i<n;i++){\n",
  "for(int i=0;i<m;i++)",
  "for(int i=1;i<m;i++)",
  "for(int j=0;j<m;j++)",
  "for(int j=0;j<i;j++)",
  "a[m]=x;\nm++;\n}\n",
  "for(int i=",
  "for(int j=",
  ";i<",
  ";i<=",
  ";i>=",
  ";j<",
  ";j<=",
  ";i++)",
  ";i--)",
  ";i=i+2)",
  ";i=i-2)",
  ";j++)",
  "if(",
  "while(",
  "else ",
  "else{\n",
  "continue;\n",
  "llabs(",
  "qsort(a,m,sizeof(a[0]),compare);\n",
  "a[i]",
  "a[j]",
  "a[l]",
  "a[i-1]",
  "a[",
  "c[x]",
  "c[a[i]]",
  "c[",
  "]",
  "(",
  ")",
  ");\n",
  "){\n",
  "{\n",
  "}\n",
  ";\n",
  "++;\n",
  "--;\n",
  "1000000",
  ..."+-*/%=<>?".split(""),
  "==",
  "!=",
  "<=",
  ">=",
  "&&",
  "||",
  ..."ijklmnpqrstxyz".split(""),
];

/** The vocabulary of statements, thoughts and programs, in a fixed order. */
export function createVocabulary(): VocabularyData {
  const numbers = Array.from({ length: largestNumber + 1 }, (_, i) => String(i));
  const vocabulary = [
    ...specialTokens,
    ...Object.values(marks),
    ...punctuation,
    ...numbers,
    ...numbers.map((number) => ` ${number}`),
    ...listWords().map((word) => ` ${word}`),
    ...programPieces,
  ];
  return {
    kind: "longest-match",
    vocabulary: [...new Set(vocabulary)],
    specialTokens: specialTokens.map((_, token) => token),
    endToken: 1,
  };
}

/** Every word that a statement, a thought or a claim can have, in alphabetical order. */
export function listWords(): readonly string[] {
  const cores = Object.values(coresByLevel).flat();
  const texts = [
    frameWords,
    ...[...maps, ...expressions, ...choices].flatMap(({ label, says }) => [label, ...says]),
    ...[plainShape, ...shapes, plainPost, ...posts].flatMap(({ label, says }) => [label, ...(says ?? [])]),
    ...filters.flatMap(({ label, keeps, drops }) => [label, keeps, drops]),
    ...cores.flatMap(({ label, setup, says, note, claim }) => [
      label,
      ...(setup ?? []),
      ...says,
      note ?? "",
      claim ?? "",
    ]),
  ].map((text) => text.replaceAll(/\{[a-z]\}/g, " "));
  return [...new Set(texts.flatMap(splitText).filter((token) => /^[a-z]+$/.test(token)))].toSorted();
}
