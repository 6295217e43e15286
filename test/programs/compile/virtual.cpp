#include <bits/stdc++.h>
using namespace std;
struct Shape { virtual ~Shape() = default; virtual int area() const = 0; static int live; Shape() { live++; } };
int Shape::live = 0;
struct Square : Shape { int s; Square(int s) : s(s) {} int area() const override { return s * s; } };
struct Box : Shape { int w, h; Box(int w, int h) : w(w), h(h) {} int area() const override { return w * h; } };
int main() { vector<unique_ptr<Shape>> v; v.push_back(make_unique<Square>(3)); v.push_back(make_unique<Box>(2, 5)); int t = 0; for (auto &x : v) t += x->area(); cout << t << Shape::live << (dynamic_cast<Box *>(v[1].get()) != nullptr) << '\n'; }
