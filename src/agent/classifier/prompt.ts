export const classifierPrompt = {
  system: "You rate competitive-programming problems by difficulty for a system that decides how much effort to spend.",
  task: `Rate the problem above.

Level 1: direct simulation or a formula that the statement almost gives.
Level 2: one standard technique, used plainly.
Level 3: a standard technique that needs an observation, or two techniques combined.
Level 4: a hard observation, or an advanced technique.
Level 5: several hard observations, or research-like.

Answer with one JSON object and nothing else:
{"level": 1 to 5, "reason": "one sentence", "techniques": ["..."]}`,
};
