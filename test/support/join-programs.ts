import { programHeader } from "../../src/league/index.ts";

/** What a league program may define outside of `main` besides the header. */
const ownNames = ["main", "keep", "play", "b", "w", "v", "best", "on", "h", "ok", "found"];

/**
 * Many programs of the league as one, so that one compiler call serves them all. It reads an @, the number
 * of a program and that program's input, again and again, and prints what each prints.
 */
export function joinPrograms(sources: readonly string[]): string {
  const start = programHeader.replace("int main(){\n", "");
  const bodies = sources.map((source, number) => {
    if (!source.startsWith(start)) throw new Error("a league program must start with the header");
    const define = ownNames.map((name) => `#define ${name} ${name}_${number}\n`).join("");
    const undefine = ownNames.map((name) => `#undef ${name}\n`).join("");
    const body = source.slice(start.length);
    const reset = body.includes("found") ? "best=0,found=0;memset(on,0,sizeof on);" : "";
    return `${define}${body}void reset_${number}(){${reset}}\n${undefine}`;
  });
  const cases = sources.map((_, number) => `case ${number}:reset_${number}();main_${number}();break;\n`).join("");
  return `#pragma GCC optimize("O0")
#include <string.h>
#include <sys/mman.h>
${start}${bodies.join("")}
void clear(char*from,char*end){
char*low=(char*)(((size_t)from+4095)&~4095ul),*high=(char*)((size_t)end&~4095ul);
memset(from,0,low-from);
if(madvise(low,high-low,MADV_DONTNEED))memset(low,0,high-low);
memset(high,0,end-high);
}
int main(){
int number,character;
while(1){
while((character=getchar())!='@')if(character==EOF)return 0;
if(scanf("%d",&number)!=1)return 1;
k=l=m=n=p=q=r=s=t=x=y=z=0;
clear((char*)a,(char*)(a+100001));
clear((char*)c,(char*)(c+1000001));
switch(number){
${cases}}
}
}
`;
}
