import { describe, expect, test } from "vitest";
import type { Program } from "../../problem/index.ts";
import { toBatchCandidate } from "./batch-candidate.ts";
import type { PreparedHeaders } from "./prepared-headers.ts";

const headers: PreparedHeaders = {
  directory: "/headers",
  includeDirectory: "/headers/include",
  pluginPath: undefined,
  functions: { std: new Set(["gcd", "find", "abs"]), global: new Set(["abs", "y1"]) },
  linkCommand: undefined,
  standardHeaders: new Set(["bits/stdc++.h", "iostream", "vector", "cstdio", "cmath"]),
};

const start = "#include <bits/stdc++.h>\nusing namespace std;\n";
const cpp = (source: string): Program => ({ language: "cpp20", fileName: "main.cpp", source });
const read = (body: string): ReturnType<typeof toBatchCandidate> => toBatchCandidate(cpp(start + body), headers);

describe("a program that may be compiled together with others", () => {
  test("returns 0 at the end of main, on the same line", () => {
    const candidate = read("int f() { return 1; }\nint main() { if (f()) { } }\n");
    expect(candidate?.text).toContain("int main() { if (f()) { }  return 0; }\n");
    expect(candidate?.includes).toBe("#include <bits/stdc++.h>\n");
  });

  test("names its macros, and the words that could meet the library's", () => {
    const candidate = read("#define endl '\\n'\n#undef MAX\nint total;\nint main() { cout << total << endl; }");
    expect(candidate?.macros).toEqual(["endl", "MAX"]);
    expect(candidate?.words).toEqual(expect.arrayContaining(["total", "cout", "endl"]));
    expect(candidate?.words).not.toContain("int");
  });

  test("joins its functions to the library's of the same name, not its calls", () => {
    const candidate = read("int gcd(int a, int b) { return a; }\nint n = abs(-3);\nint main() { find(1); }");
    expect(candidate?.joins).toBe("using std::gcd;");
    expect(candidate?.words).not.toContain("gcd");
    expect(read("double abs(int x) { return x; }\nint main() {}")?.joins).toBe("using std::abs; using ::abs;");
  });

  test.each([
    "signed main() { }",
    "int32_t main() { }",
    "int main(void) { }",
    "int main(int argc, char **argv) { }",
    "int main(int argc, char *argv[]) { }",
    "#ifdef LOCAL\nvoid f() { }\n#else\nvoid f() { int x; }\n#endif\nint main() { f(); }",
    "// } unbalanced\nconst char *s = \"}\", c = '}';\nint main() { }",
    'const char *s = R"(} })";\nint main() { }',
    "#define int long long\nint x;\nsigned main() { }",
    "namespace my { int x; }\nint main() { my::x = 1; }",
    "int main() { std::vector<int> v; v.size(); vector<int>::iterator i; }",
  ])("may be %j", (body) => {
    expect(read(body)).toBeDefined();
  });

  test("may include several of the library's headers, old names too", () => {
    expect(toBatchCandidate(cpp("#include <iostream>\n#include <stdio.h>\nint main() { }"), headers)).toBeDefined();
  });
});

describe("a program that is compiled alone", () => {
  test.each([
    ["closes a namespace that it has not opened", "}\nint x;\nnamespace other {\nint main() { }"],
    ["hides a brace in a macro", "#define CLOSE }\nint main() { CLOSE"],
    ["opens in one branch and closes in another", "#ifdef A\nint main() {\n#else\nint main() { int x;\n#endif\n}"],
    ["leaves a condition open", "#if 1\nint main() { }"],
    ["adds to the library", "namespace std { struct X; }\nint main() { }"],
    ["names global scope", "int x;\nint main() { return ::x; }"],
    ["names global scope after a keyword", "int f();\nint main() { return sizeof ::f(); }"],
    ["has pragmas", '#pragma GCC optimize("O3")\nint main() { }'],
    ["has a pragma operator", '_Pragma("once") int main() { }'],
    ["includes in the middle", "int x;\n#include <vector>\nint main() { }"],
    ["has inline assembly", 'int main() { asm("nop"); }'],
    ["has attributes", "__attribute__((constructor)) void f() { }\nint main() { }"],
    ["has names of C", 'extern "C" int f();\nint main() { }'],
    ["has an unnamed namespace", "namespace { int x; }\nint main() { }"],
    ["uses another namespace", "namespace a { int x; }\nusing namespace a;\nint main() { }"],
    ["replaces operator new", "void *operator new(size_t n) { return malloc(n); }\nint main() { }"],
    ["asks for names of types", "int main() { cout << typeid(int).name(); }"],
    ["sees its own lines", "int main() { return __LINE__; }"],
    ["pastes words together", "#define A(x) co##x\nint A(unt);\nint main() { }"],
    ["has an odd main", "long long main() { }"],
    ["has a main that its macros change", "#define int long long\nint main() { }"],
    ["has no main", "int x;"],
    ["calls main", "int main() { return main(); }"],
    ["uses digraphs", "int main() <% %>"],
    ["takes a reserved name", "namespace gsc3_ { }\nint main() { }"],
    ["has variables by thread", "thread_local int x;\nint main() { }"],
  ])("%s", (_, body) => {
    expect(read(body)).toBeUndefined();
  });

  test.each(["ext/pb_ds/assoc_container.hpp", "unistd.h", "my.h"])("includes %s", (name) => {
    expect(toBatchCandidate(cpp(`#include <${name}>\n${start}int main() { }`), headers)).toBeUndefined();
  });

  test("has files beside it", () => {
    const program = { ...cpp(`${start}int main() { }`), resources: [{ fileName: "a.h", source: "" }] };
    expect(toBatchCandidate(program, headers)).toBeUndefined();
  });
});
