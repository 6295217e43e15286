import type { Program } from "../../problem/index.ts";

/**
 * What every program of the league starts with: variables that start at 0, and an order for `qsort`. The vocabulary has
 * it as one token.
 */
export const programHeader = `#include <stdio.h>
#include <stdlib.h>
long long a[100001],c[1000001],k,l,m,n,p,q,r,s,t,x,y,z;
int compare(const void*u,const void*v){
long long d=*(long long*)u-*(long long*)v;
return(d>0)-(d<0);
}
int main(){
`;

/** A whole program from the statements of `main`, which need no white space but after words. */
export function toProgramText(statements: string): string {
  return `${programHeader}${layOut(statements)}}\n`;
}

export function toProgram(source: string): Program {
  return { language: "c", fileName: "main.c", source };
}

export function toReading(...names: readonly string[]): string {
  return names.map((name) => `scanf("%lld",&${name});`).join("");
}

export function toPrinting(expression: string): string {
  return `printf("%lld\\n",${expression});`;
}

/** One statement a line: a line ends after each brace, and after each semicolon that is in no parentheses. */
function layOut(statements: string): string {
  let depth = 0;
  let text = "";
  for (const character of statements) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    text += character;
    if (character === "{" || character === "}" || (character === ";" && depth === 0)) text += "\n";
  }
  return text;
}
