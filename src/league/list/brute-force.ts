import { unreachable } from "../../std/index.ts";
import type { BruteForce } from "../cores/core.ts";
import { fill } from "../parts/part.ts";
import { programHeader } from "../program/program-text.ts";
import type { ListComposition } from "./composition.ts";
import { toEnding, toReadingLoop } from "./list-programs.ts";

const globals = `long long b[100001],w[100001],v,best;
int on[100001],h,ok,found;
`;

/** The literal reading of a level 5 problem as a program that tries everything; hopeless beyond some 20 elements. */
export function toBruteForce(composition: ListComposition, brute: BruteForce): string {
  const { core, post } = composition;
  const reading = toReadingLoop(composition, { take: "a[m]=x;m++;", count: "n" });
  const text = fill(toSearch(brute), core.operand);
  const better = brute.best === "largest" ? "v>best" : "v<best";
  const keep = `void keep(){\nif(ok&&(!found||${better}))best=v,found=1;\n}\n`;
  const functions = brute.kind === "process" ? fill(toProcess(brute), core.operand) : "";
  const start = programHeader.replace("int main(){\n", `${globals}${keep}${functions}int main(){\n`);
  return `${start}${reading}\n${text}\ns=best;\n${toEnding(post)}\n}\n`;
}

function toSearch(brute: BruteForce): string {
  switch (brute.kind) {
    case "subsets":
      return `while(1){
h=0;
for(int i=0;i<m;i++)if(on[i])b[h]=a[i],w[h++]=i;
ok=1,v=0;
${brute.code}
keep();
${toNextChoice("m")}
}`;
    case "splits":
      return `while(m>0){
ok=1,v=0,h=0;
for(int l=0,r=0;r<m;r++)if(r==m-1||on[r]){
${brute.code}
l=r+1;
h++;
}
${brute.parts === undefined ? "" : `if(h!=${brute.parts})ok=0;`}
keep();
${toNextChoice("m-1")}
}`;
    case "orders":
      return `qsort(a,m,sizeof a[0],compare);
while(1){
ok=1,v=0;
{${brute.code}}
keep();
int i=m-2;
while(i>=0&&a[i]>=a[i+1])i--;
if(i<0)break;
int j=m-1;
while(a[j]<=a[i])j--;
long long e=a[i];
a[i]=a[j],a[j]=e;
for(int f=i+1,g=m-1;f<g;f++,g--)e=a[f],a[f]=a[g],a[g]=e;
}`;
    case "process":
      return "if(m>0)play(a,m);";
    default:
      return unreachable(brute);
  }
}

/** The next of all choices of `on[0..count-1]`, or the end. */
function toNextChoice(count: string): string {
  return `int i=0;
while(i<${count}&&on[i])on[i++]=0;
if(i>=${count})break;
on[i]=1;`;
}

function toProcess(brute: Extract<BruteForce, { readonly kind: "process" }>): string {
  const isMerge = brute.pushed !== undefined;
  const moves = isMerge
    ? `for(int i=0;i<size;i++)for(int j=0;j<size;j++){
long long u=list[i],w=list[j];
if(i==j||!(${brute.allowed}))continue;
moved=1;
int g=0;
for(int f=0;f<size;f++)if(f!=i&&f!=j)next[g++]=list[f];
next[g++]=${brute.pushed};
play(next,g);
}`
    : `for(int i=0;i<size;i++)for(int j=i+1;j<size;j++){
long long u=list[i],w=list[j];
if(!(${brute.allowed}))continue;
moved=1;
int g=0;
for(int f=0;f<size;f++)if(f!=i&&f!=j)next[g++]=list[f];
play(next,g);
}`;
  const result = isMerge ? `v=list[0];v=${brute.result ?? "v"};` : "v=size;";
  return `void play(long long*list,int size){
long long*next=malloc(sizeof(long long)*(size+1));
int moved=0;
${moves}
if(!moved){
ok=1;
${result}
keep();
}
free(next);
}
`;
}
