/** Settings that were tried and not kept, with what came of them; measured by hand, one seed each. */
export const triedSettings: readonly { readonly settings: string; readonly outcome: string }[] = [
  {
    settings: "LoRA r8, 60 steps of 64 x 8 answers, rate 1e-3, two minibatches, a start of 67.6 %",
    outcome: "sampled +3.0, greedy +1.2, pass@16 -1.2 on 1,000 held-out problems; KL to the start 0.007",
  },
  {
    settings: "the same from a start of 43.9 % (another seed)",
    outcome: "the training reward had not moved after 34 steps",
  },
  {
    settings:
      "LoRA r8, 20 steps of 64 x 8, rates 1e-3 and 2e-3, with and without the last layer, two or four minibatches",
    outcome: "sampled +0.3 to +1.7 on 250 held-out problems, 95 % intervals about 2.7 either way",
  },
  {
    settings: "LoRA r8 and the last layer, 20 steps of 256 x 8, rate 1e-3, four minibatches, a start of 70.0 %",
    outcome: "sampled +4.9 (2.7 to 7.1), greedy +2.0, pass@4 +2.8 on 250 held-out problems",
  },
];
