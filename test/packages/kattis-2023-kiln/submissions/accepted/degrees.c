#include <stdio.h>

/* Degree by degree: whoever stands no more heat must be fired now, and takes along those that are next. */
int main(void) {
    static int bands[2000][2];
    int pots, room, firings = 0, left;
    scanf("%d %d", &pots, &room);
    for (int i = 0; i < pots; i++) scanf("%d %d", &bands[i][0], &bands[i][1]);
    left = pots;
    for (int heat = 1; left > 0; heat++) {
        int due = 0;
        for (int i = 0; i < left; i++) due += bands[i][1] == heat;
        while (due > 0) {
            firings++;
            for (int taken = 0; taken < room; taken++) {
                int best = -1;
                for (int i = 0; i < left; i++)
                    if (bands[i][0] <= heat && (best < 0 || bands[i][1] < bands[best][1])) best = i;
                if (best < 0) break;
                due -= bands[best][1] == heat;
                left--;
                bands[best][0] = bands[left][0];
                bands[best][1] = bands[left][1];
            }
        }
    }
    printf("%d\n", firings);
}
