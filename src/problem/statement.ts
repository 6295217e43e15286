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
  readonly markdown: string;
  /** In order of first reference. */
  readonly images: readonly StatementImage[];
}
