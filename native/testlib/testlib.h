// SPDX-License-Identifier: Apache-2.0
//
// Checkers, validators, interactors, scorers and generators with the interface and the behaviour that problem setters
// know from testlib, written anew for grandsmith: it compiles several times faster, and a generator prints the same
// bytes. All files of this folder belong together; a program includes only this one, before anything else.
//
// What differs on purpose: messages have our own words behind their first (FAIL, wrong answer, ...); a scorer ends well;
// opt takes 18446744073709551615; a stream can be unread before its start; text that was read is kept only where a
// validator is asked for markup or a test case; there are no colours.
//
// TESTLIB_ALL_HEADERS: also include the whole standard library.
#ifndef _TESTLIB_H_
#define _TESTLIB_H_

#define VERSION "0.9.45"

// A program may name something of its own `random`.
#define random testlib_unused_random
#include <cstdlib>
#undef random

#include <cctype>
#include <climits>
// Without std::legendre and its like, which take longer to read than all that follows of <cmath>.
#ifndef TESTLIB_ALL_HEADERS
#pragma push_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#include <cmath>
#pragma pop_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#else
#include <cmath>
#endif
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
// The library holds what streams of characters do: GCC reads no bodies for it here, and is told so below. Those of
// strings and of <locale> it reads: strings of other characters, and other headers, need them.
#if defined(__GLIBCXX__) && defined(__GNUC__) && !defined(__clang__) && !defined(TESTLIB_ALL_HEADERS)
#if _GLIBCXX_EXTERN_TEMPLATE
#define TESTLIB_STREAMS_ARE_BUILT
#define _BASIC_IOS_TCC 1
#define _FSTREAM_TCC 1
#define _ISTREAM_TCC 1
#define _OSTREAM_TCC 1
#define _SSTREAM_TCC 1
#define _STREAMBUF_TCC 1
#endif
#endif
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#ifdef TESTLIB_STREAMS_ARE_BUILT
namespace std {
extern template class basic_ios<char>;
extern template class basic_istream<char>;
extern template class basic_ostream<char>;
extern template class basic_iostream<char>;
extern template class basic_streambuf<char>;
extern template class basic_filebuf<char>;
extern template class basic_fstream<char>;
extern template class basic_ifstream<char>;
extern template class basic_ofstream<char>;
extern template class basic_stringbuf<char>;
extern template class basic_stringstream<char>;
extern template class basic_istringstream<char>;
extern template class basic_ostringstream<char>;
} // namespace std
#endif

#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

// libstdc++ has the algorithms and std::function alone, at half of what <algorithm> and <functional> cost.
#if defined(__GLIBCXX__) && defined(__has_include)
#if __has_include(<bits/std_function.h>) && __has_include(<bits/stl_algo.h>)
#include <bits/stl_algo.h>
#include <bits/std_function.h>
#define TESTLIB_HAS_PARTS
#endif
#endif
#ifndef TESTLIB_HAS_PARTS
#include <algorithm>
#include <functional>
#endif

#ifdef TESTLIB_ALL_HEADERS
#include <bits/stdc++.h>
#endif

#include "testlib-base.h"
#include "testlib-text.h"
#include "testlib-pattern.h"
#include "testlib-random.h"
#include "testlib-reader.h"
#include "testlib-stream.h"
#include "testlib-validator.h"
#include "testlib-options.h"
#include "testlib-quit.h"
#include "testlib-read.h"
#include "testlib-scorer.h"
#include "testlib-register.h"
#include "testlib-print.h"

#endif
