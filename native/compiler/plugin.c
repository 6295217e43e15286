/*
 * A plugin for cc1plus (GCC), so that many programs can be compiled in one translation unit, each in a namespace of its
 * own, and be taken apart again; and so that a precompiled header can hold templates that are already instantiated.
 *
 *   #pragma grandsmith instantiate   instantiates here what would be instantiated at the end of the translation unit
 *   #pragma grandsmith end           ends the headers (first) or a program (each further one), at global scope
 *
 * What a program needs done before main, the compiler would do for all programs in one function. Here each program's
 * part is held back at its end and handed over part by part when the compiler asks for what there is to do at the end
 * of the translation unit: it then makes a function of each, `__static_initialization_and_destruction_N(int, int)`,
 * called one after another, of which the caller is told nothing (it would leave out what follows one that never
 * returns). split-object.ts keeps one program's call and drops the others.
 *
 * A program in a namespace sees the same names as one at global scope, unless it declares there a name that headers
 * declare too: there it would hide them, here it meets them. GRANDSMITH_NAMES names a file of lines `PROGRAM NAME`: those
 * whose NAME is declared by PROGRAM's namespace and, otherwise, at global scope (be it by the compiler itself) or in std
 * are written to the file GRANDSMITH_REPORT as lines `met PROGRAM NAME`; besides, `start N PROGRAM` says of function N
 * above whose it is (the headers' is not named), and `done` is the last line when all parts were handed over.
 *
 * No header of GCC is used, since few machines have them: only functions that it exports, the three fields of a list,
 * and events by name. A compiler that lacks any of these does not load the plugin, and the judge does without.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tree_node *tree;

/* A TREE_LIST, of which only `chain` and `value` are of interest. */
struct list {
  unsigned long bits;
  tree type;
  struct list *chain;
  tree purpose, value;
};

extern struct list *static_aggregates; /* variables that need code before or after main, the latest first */
extern int at_eof;                     /* not 0 once the whole translation unit was read */
int get_named_event_id(const char *name, int insert);
void register_callback(const char *plugin, int event, void (*callback)(void *, void *), void *data);

#define NAMED(name) __asm__(name)
tree get_identifier(const char *name) NAMED("_Z14get_identifierPKc");
tree maybe_get_identifier(const char *name) NAMED("_Z20maybe_get_identifierPKc");
tree tree_cons(tree purpose, tree value, tree chain) NAMED("_Z9tree_consP9tree_nodeS0_S0_");
tree decl_attributes(tree *node, tree attributes, int flags, tree last) NAMED("_Z15decl_attributesPP9tree_nodeS0_iS0_");
tree get_namespace_binding(tree scope, tree name) NAMED("_Z21get_namespace_bindingP9tree_nodeS0_");
int is_overloaded_fn(tree binding) NAMED("_Z16is_overloaded_fnP9tree_node"); /* a function, template of one, or several */
const char *get_name(tree declaration) NAMED("_Z8get_nameP9tree_node");
void instantiate_pending_templates(int retries) NAMED("_Z29instantiate_pending_templatesi");
void c_register_pragma(const char *space, const char *name, void (*handler)(void *))
    NAMED("_Z17c_register_pragmaPKcS0_PFvP10cpp_readerE");

int plugin_is_GPL_compatible = 1;

enum { MAX_PARTS = 1024 };
static struct list *parts[MAX_PARTS];
/* The first part that is not empty stays: without one the compiler would not ask for more. */
static struct list *kept;
static int kept_part;
static int part_count, next_part, given_part = -1; /* the last is -1 while the compiler works on what stayed */
static FILE *names, *report;

static void instantiate(void *reader) {
  (void)reader;
  instantiate_pending_templates(0);
}

/* Whether the program's namespace declares a name that headers, or the compiler itself, have declared otherwise. */
static int is_met(tree scope, tree name) {
  static const char *const inline_names[] = {"__cxx11", "_V2", "literals"}; /* as much as std itself */
  tree own = get_namespace_binding(scope, name);
  if (!own) return 0;
  tree other = get_namespace_binding(NULL, name), std = get_namespace_binding(NULL, get_identifier("std"));
  if (other && other != own) return 1;
  if (!std) return 0;
  if ((other = get_namespace_binding(std, name)) && other != own) return 1;
  for (size_t i = 0; i < sizeof inline_names / sizeof *inline_names; i++) {
    tree within = get_namespace_binding(std, get_identifier(inline_names[i]));
    if (within && (other = get_namespace_binding(within, name)) && other != own) return 1;
  }
  return 0;
}

/* Reports the names of this program's that meet others; lines are in the order of the programs. */
static void check_names(int program) {
  static char line[4096];
  static int line_program = -1;
  char space[32];
  snprintf(space, sizeof space, "gsc%d_", program);
  tree scope = get_namespace_binding(NULL, get_identifier(space));
  for (;;) {
    if (line_program < 0) {
      if (!names || !fgets(line, sizeof line, names)) return;
      line[strcspn(line, "\n")] = 0;
      line_program = atoi(line);
    }
    if (line_program > program) return;
    const char *blank = strchr(line, ' ');
    tree name = line_program == program && scope && blank ? maybe_get_identifier(blank + 1) : NULL;
    if (name && report && is_met(scope, name)) fprintf(report, "met %s\n", line);
    line_program = -1;
  }
}

/* Says which of the words in GRANDSMITH_WORDS are functions of std (`std WORD`), or at global scope (`global WORD`). */
static void find_functions(void) {
  static char line[4096];
  const char *path = getenv("GRANDSMITH_WORDS");
  FILE *words = path ? fopen(path, "re") : NULL;
  tree std = get_namespace_binding(NULL, get_identifier("std")), found;
  while (words && report && fgets(line, sizeof line, words)) {
    line[strcspn(line, "\n")] = 0;
    tree name = maybe_get_identifier(line);
    if (name && std && (found = get_namespace_binding(std, name)) && is_overloaded_fn(found))
      fprintf(report, "std %s\n", line);
    if (name && (found = get_namespace_binding(NULL, name)) && is_overloaded_fn(found))
      fprintf(report, "global %s\n", line);
  }
  if (words) fclose(words);
}

static void end_part(void *reader) {
  (void)reader;
  if (part_count == 0) find_functions();
  if (part_count == MAX_PARTS) abort();
  if (static_aggregates == kept) {
    parts[part_count] = NULL;
  } else if (!kept) {
    kept = static_aggregates;
    kept_part = part_count;
  } else {
    struct list *last = static_aggregates;
    while (last->chain != kept) last = last->chain;
    last->chain = NULL;
    parts[part_count] = static_aggregates;
    static_aggregates = kept;
  }
  if (part_count++ > 0) check_names(part_count - 2);
}

/* A function of the compiler's is complete; reports whose it is, and gives it the next part to make one of. */
static void hand_over(void *function, void *data) {
  static const char common[] = "__static_initialization_and_destruction_";
  (void)data;
  if (!at_eof || part_count == 0) return;
  tree declaration = function;
  const char *name = get_name(declaration);
  if (!name || strncmp(name, common, sizeof common - 1) != 0) return;
  decl_attributes(&declaration, tree_cons(get_identifier("noipa"), NULL, NULL), 0, NULL);
  int part = given_part >= 0 ? given_part : kept_part;
  if (part > 0 && report) fprintf(report, "start %s %d\n", name + sizeof common - 1, part - 1);
  if (static_aggregates) return; /* making it brought up more of the same part */
  given_part = -1;
  while (!static_aggregates && next_part < part_count) static_aggregates = parts[given_part = next_part++];
}

static void finish(void *data, void *user) {
  (void)data, (void)user;
  while (next_part < part_count && !parts[next_part]) next_part++;
  if (static_aggregates && kept) next_part = -1;
  if (report && next_part == part_count) fputs("done\n", report);
  if (report) fclose(report);
}

static void add_pragmas(void *data, void *user) {
  (void)data, (void)user;
  c_register_pragma("grandsmith", "instantiate", instantiate);
  c_register_pragma("grandsmith", "end", end_part);
}

static void listen_to(const char *event, void (*callback)(void *, void *)) {
  int id = get_named_event_id(event, 0);
  if (id < 0) abort();
  register_callback("grandsmith", id, callback, NULL);
}

int plugin_init(void *info, void *version) {
  (void)info, (void)version;
  const char *names_path = getenv("GRANDSMITH_NAMES"), *report_path = getenv("GRANDSMITH_REPORT");
  if (names_path) names = fopen(names_path, "re");
  if (report_path) report = fopen(report_path, "we");
  listen_to("PLUGIN_PRAGMAS", add_pragmas);
  listen_to("PLUGIN_FINISH_PARSE_FUNCTION", hand_over);
  listen_to("PLUGIN_FINISH", finish);
  return 0;
}
