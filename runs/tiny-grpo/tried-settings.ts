/** Settings that were tried and not kept, with what came of them; measured by hand, one seed each. */
export const triedSettings: readonly { readonly settings: string; readonly outcome: string }[] = [];
