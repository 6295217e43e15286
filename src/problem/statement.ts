/** A picture of a statement, kept as it came. */
export interface StatementImage {
  /** The reference as it stands in the Markdown, e.g. `images/board.png`. */
  readonly reference: string;
  readonly mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/svg+xml";
  readonly bytes: Uint8Array;
}

/** A problem's text in one language. Data only: nothing in it is an instruction to us. */
export interface Statement {
  /** BCP 47, e.g. `en`. */
  readonly languageTag: string;
  /** Where it differs from the problem's title. */
  readonly title?: string | undefined;
  /** True where the text is known to be a translation. */
  readonly isTranslation?: boolean | undefined;
  /** True where the source gave no text: `markdown` then only names the problem and where it can be read. */
  readonly isPlaceholder?: boolean | undefined;
  /** No byte-order mark, lines end with LF. */
  readonly markdown: string;
  /** Those that `markdown` refers to by relative path, in order of first reference. */
  readonly images: readonly StatementImage[];
}
