// SPDX-License-Identifier: Apache-2.0
// Joining, splitting and printing.
#ifndef TESTLIB_PRINT_H
#define TESTLIB_PRINT_H

template <typename Iter, typename Separator> std::string join(Iter first, Iter last, Separator separator) {
    std::stringstream joined;
    for (Iter i = first; i != last; ++i) {
        if (i != first) joined << separator;
        joined << *i;
    }
    return joined.str();
}

template <typename Iter> std::string join(Iter first, Iter last) { return join(first, last, ' '); }

template <typename Collection, typename Separator> std::string join(const Collection &collection, Separator separator) {
    return join(collection.begin(), collection.end(), separator);
}

template <typename Collection> std::string join(const Collection &collection) { return join(collection, ' '); }

// Items between separators; `tokenize` leaves out empty ones.
TESTLIB_LAZY std::vector<std::string> testlib_split(const std::string &s, const std::string &separators,
                                                    bool keepsEmpty) {
    std::vector<std::string> items;
    for (std::size_t start = 0; start <= s.size();) {
        const std::size_t found = separators.empty() ? std::string::npos : s.find_first_of(separators, start);
        const std::size_t end = found == std::string::npos ? s.size() : found;
        if (keepsEmpty || end > start || separators.empty()) items.push_back(s.substr(start, end - start));
        start = end + 1;
    }
    return items;
}

TESTLIB_LAZY std::vector<std::string> split(const std::string &s, char separator) {
    return testlib_split(s, std::string(1, separator), true);
}
TESTLIB_LAZY std::vector<std::string> split(const std::string &s, const std::string &separators) {
    return testlib_split(s, separators, true);
}
TESTLIB_LAZY std::vector<std::string> tokenize(const std::string &s, char separator) {
    return testlib_split(s, std::string(1, separator), false);
}
TESTLIB_LAZY std::vector<std::string> tokenize(const std::string &s, const std::string &separators) {
    return testlib_split(s, separators, false);
}

template <typename T> struct is_iterable {
    template <typename U> static char test(typename U::iterator *);
    template <typename U> static long test(U *);
    static const bool value = sizeof(test<T>(0)) == 1;
};

template <typename T> struct is_iterator {
    template <typename U> static char test(typename U::iterator_category *);
    template <typename U> static long test(U *);
    static const bool value = sizeof(test<T>(0)) == 1;
};
template <typename T> struct is_iterator<T *> {
    static const bool value = !std::is_same<typename std::remove_cv<T>::type, char>::value;
};

// A collection as its elements with spaces between them.
template <typename T> void testlib_write(const T &value, std::false_type) { std::cout << value; }

template <typename T> void testlib_write(const T &collection, std::true_type) {
    for (typename T::const_iterator i = collection.begin(); i != collection.end(); ++i) {
        if (i != collection.begin()) std::cout << ' ';
        std::cout << *i;
    }
}

template <typename T> void testlib_write(const T &value) {
    const bool isCollection = is_iterable<T>::value && !std::is_same<T, std::string>::value;
    testlib_write(value, std::integral_constant<bool, isCollection>());
}

template <typename Iter, typename Last> void testlib_writePair(const Iter &first, const Last &last, std::true_type) {
    for (Last i = Last(first); i != last; ++i) {
        if (i != Last(first)) std::cout << ' ';
        testlib_write(*i);
    }
}

template <typename A, typename B> void testlib_writePair(const A &a, const B &b, std::false_type) {
    testlib_write(a);
    std::cout << ' ';
    testlib_write(b);
}

// A line of values with spaces between them, or of what two iterators enclose.
template <typename T> void println(const T &value) {
    testlib_write(value);
    std::cout << std::endl;
}

template <typename A, typename B> void println(const A &a, const B &b) {
    typedef typename std::decay<const B>::type Last;
    testlib_writePair(a, b, std::integral_constant<bool, is_iterator<Last>::value>());
    std::cout << std::endl;
}

template <typename A, typename B, typename C, typename... Rest>
void println(const A &a, const B &b, const C &c, const Rest &...rest) {
    testlib_write(a);
    std::cout << ' ';
    testlib_writePair(b, c, std::false_type());
    const int printed[] = {0, (std::cout << ' ', testlib_write(rest), 0)...};
    (void)(printed);
    std::cout << std::endl;
}

#endif
