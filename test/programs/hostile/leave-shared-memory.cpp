#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/mman.h>
int main() {
  if (shmget(0x6861, 4096, IPC_CREAT | 0666) >= 0) puts("GOT shared memory");
  if (msgget(0x6861, IPC_CREAT | 0666) >= 0) puts("GOT a queue");
  if (semget(0x6861, 1, IPC_CREAT | 0666) >= 0) puts("GOT semaphores");
  if (shm_open("/hostile", O_CREAT | O_RDWR, 0666) >= 0) puts("GOT named memory");
  if (open("/dev/shm/hostile", O_CREAT | O_RDWR, 0666) >= 0) puts("GOT a file in memory");
}
