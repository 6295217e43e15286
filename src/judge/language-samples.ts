import type { Language, Program } from "../problem/index.ts";

/**
 * One program in each language, for trying it out: prints the sum of two integers; a first integer of -1 makes it
 * compute for ever, -2 take memory for ever, -3 fail.
 */
export const languageSamples: Readonly<Record<Exclude<Language, "other">, Program>> = {
  c: {
    language: "c",
    fileName: "main.c",
    source: `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int a, b;
  if (scanf("%d %d", &a, &b) != 2) return 1;
  for (volatile unsigned x = 0; a == -1; x++) {}
  while (a == -2) { char *p = malloc(1 << 20); if (!p) abort(); memset(p, 1, 1 << 20); }
  if (a == -3) return 3;
  printf("%d\\n", a + b);
}
`,
  },
  cpp17: createCppSample("cpp17"),
  cpp20: createCppSample("cpp20"),
  cpp23: createCppSample("cpp23"),
  python3: createPythonSample("python3"),
  pypy3: createPythonSample("pypy3"),
  java: {
    language: "java",
    fileName: "Sum.java",
    source: `import java.util.*;
public class Sum {
  public static void main(String[] args) {
    Scanner in = new Scanner(System.in);
    int a = in.nextInt(), b = in.nextInt();
    for (long x = 0; a == -1; x++) if (x == -5) System.out.println(x);
    List<byte[]> kept = new ArrayList<>();
    while (a == -2) kept.add(new byte[1 << 20]);
    if (a == -3) throw new IllegalStateException("wanted");
    System.out.println(a + b);
  }
}
`,
  },
  javascript: {
    language: "javascript",
    fileName: "main.js",
    source: `const [a, b] = require("fs").readFileSync("/dev/stdin", "utf8").split(/\\s+/).map(Number);
while (a === -1) {}
const kept = [];
while (a === -2) kept.push(new Array(1000).fill(kept.length));
if (a === -3) throw new Error("wanted");
console.log(a + b);
`,
  },
  rust: {
    language: "rust",
    fileName: "main.rs",
    source: `use std::io::Read;
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let n: Vec<i64> = text.split_whitespace().map(|w| w.parse().unwrap()).collect();
    let mut x: u64 = 0;
    while n[0] == -1 { x = std::hint::black_box(x.wrapping_add(1)); }
    let mut kept = Vec::new();
    while n[0] == -2 { kept.push(std::hint::black_box(vec![1u8; 1 << 20])); }
    if n[0] == -3 { panic!("wanted"); }
    println!("{}", n[0] + n[1]);
}
`,
  },
  go: {
    language: "go",
    fileName: "main.go",
    source: `package main

import "fmt"

func main() {
	var a, b int
	fmt.Scan(&a, &b)
	for x := 0; a == -1; x++ {
	}
	var kept [][]byte
	for a == -2 {
		block := make([]byte, 1<<20)
		for i := range block {
			block[i] = 1
		}
		kept = append(kept, block)
		if len(kept) < 0 {
			fmt.Println(kept)
		}
	}
	if a == -3 {
		panic("wanted")
	}
	fmt.Println(a + b)
}
`,
  },
  kotlin: {
    language: "kotlin",
    fileName: "main.kt",
    source: `fun main() {
    val (a, b) = readLine()!!.split(" ").map { it.toInt() }
    var x = 0L
    while (a == -1) { x++; if (x == -5L) println(x) }
    val kept = ArrayList<ByteArray>()
    while (a == -2) kept.add(ByteArray(1 shl 20))
    if (a == -3) throw IllegalStateException("wanted")
    println(a + b)
}
`,
  },
};

function createCppSample(language: "cpp17" | "cpp20" | "cpp23"): Program {
  return {
    language,
    fileName: "main.cpp",
    source: `#include <iostream>
#include <vector>
int main() {
  int a, b;
  if (!(std::cin >> a >> b)) return 1;
  for (volatile unsigned x = 0; a == -1; x = x + 1) {}
  std::vector<std::vector<char>> kept;
  while (a == -2) kept.emplace_back(1 << 20, 1);
  if (a == -3) return 3;
  std::cout << a + b << "\\n";
}
`,
  };
}

function createPythonSample(language: "python3" | "pypy3"): Program {
  return {
    language,
    fileName: "main.py",
    source: `a, b = map(int, input().split())
while a == -1: pass
kept = []
while a == -2: kept.append(bytearray(1 << 20))
if a == -3: raise ValueError("wanted")
print(a + b)
`,
  };
}
