#include "SECRET"
int main() {}
