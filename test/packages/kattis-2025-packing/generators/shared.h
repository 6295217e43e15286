#pragma once

inline int at_least_one(int value) { return value < 1 ? 1 : value; }
