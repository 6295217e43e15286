#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct node { int key; struct node *next; } node;
enum color { RED, GREEN = 5, BLUE };
typedef long long ll;
static node *push(node *head, int key) { node *n = malloc(sizeof *n); n->key = key; n->next = head; return n; }
int main() { node *head = NULL; int n, x; scanf("%d", &n); for (int i = 0; i < n; i++) { scanf("%d", &x); head = push(head, x); }
  ll s = 0; for (node *p = head; p; p = p->next) s = s * 10 + p->key; printf("%lld %d %d\n", s, GREEN, BLUE);
  char b[20]; memset(b, 0, sizeof b); strcpy(b, "ab"); printf("%s %zu\n", b, strlen(b)); return 0; }
