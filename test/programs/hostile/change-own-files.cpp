#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/stat.h>
int main(int, char** argv) {
  fchmod(0, 0777);
  chmod(argv[0], 0777);
  if (open(argv[0], O_WRONLY) >= 0) puts("GOT the program open for writing");
  if (unlink(argv[0]) == 0) puts("GOT the program removed");
  if (symlink("/etc/passwd", "answer") == 0 && access("../box/answer", F_OK) == 0) puts("GOT a link into the box");
  if (rename(argv[0], "moved") == 0) puts("GOT the program moved");
}
