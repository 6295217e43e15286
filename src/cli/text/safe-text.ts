/* Terminal sequences: CSI, OSC (and DCS, PM, APC, SOS) up to their end, and two-character escapes. */
const escapeSequences =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;

/* C0 except tab and line feed, DEL, C1. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/* What reorders or hides text: format characters (bidi marks and overrides, zero-width characters but the joiner of
   emoji, tags), invisible letters, line and paragraph separators. */
const invisibles = /(?!\u200d)\p{Cf}|[\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\u2028\u2029]/gu;

/** Untrusted text made safe for a terminal or a report: no control, escape, bidi or invisible characters. */
export function toSafeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replace(escapeSequences, "")
    .replace(controls, "")
    .replace(invisibles, "");
}

/** The same on one line: white space runs become one space. */
export function toSafeLine(text: string): string {
  return toSafeText(text.replaceAll(/[\r\u2028\u2029]/g, "\n"))
    .replaceAll(/\s+/g, " ")
    .trim();
}
