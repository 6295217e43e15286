#include "sums.h"
#include "testlib.h"
int main(int argc, char** argv) {
  registerTestlibCmd(argc, argv);
  int n = inf.readInt();
  std::vector<long long> a(n);
  for (auto& x : a) x = inf.readLong();
  long long best = ans.readLong(), said = ouf.readLong();
  if (said != best) quitf(_wa, "expected the sum %lld, found %lld", best, said);
  if (ouf.seekEof()) quitp(0.5, "the sum alone");
  int l = ouf.readInt(1, n), r = ouf.readInt(l, n);
  if (sum(a, l, r) != best) quitf(_wa, "the segment %d to %d has another sum", l, r);
  quitf(_ok, "%lld from %d to %d", best, l, r);
}
