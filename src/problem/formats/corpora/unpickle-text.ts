import { parseUtf8 } from "../text.ts";

export type UnpickledText =
  | { readonly kind: "pickled-text"; readonly text: string }
  | { readonly kind: "pickle-refused"; readonly expected: string; readonly actual: string };

const opcodes = {
  protocol: 0x80,
  frame: 0x95,
  shortText: 0x8c,
  text: 0x58,
  longText: 0x8d,
  memoize: 0x94,
  put: 0x71,
  longPut: 0x72,
  stop: 0x2e,
} as const;

/**
 * The one text that a pickle of protocols 2 to 5 holds. Any other opcode is refused, so that nothing is ever looked up,
 * called or built: pickles of other things are programs.
 */
export function unpickleText(bytes: Uint8Array): UnpickledText {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let text: Uint8Array | undefined;
  while (at < bytes.length) {
    const opcode = view.getUint8(at);
    const operandLength = operandLengths.get(opcode);
    if (operandLength === undefined) {
      return refuse("a pickle of one text", `opcode 0x${opcode.toString(16).padStart(2, "0")} at offset ${at}`);
    }
    if (at === 0 && opcode !== opcodes.protocol) return refuse("a pickle of protocol 2 or later", "no protocol byte");
    if (at + 1 + operandLength > bytes.length) return refuse("a whole pickle", `its end in an operand at ${at}`);
    const operand = readOperand(view, at + 1, operandLength);
    at += 1 + operandLength;
    if (opcode === opcodes.stop) {
      if (text === undefined) return refuse("a pickle of one text", "a pickle of nothing");
      if (at !== bytes.length) return refuse("the end after the text", `${bytes.length - at} more bytes`);
      const parsed = parseUtf8(text);
      return parsed.kind === "text"
        ? { kind: "pickled-text", text: parsed.text }
        : refuse("UTF-8 text", `another byte at offset ${parsed.offset}`);
    }
    if (opcode !== opcodes.shortText && opcode !== opcodes.text && opcode !== opcodes.longText) continue;
    if (text !== undefined) return refuse("a pickle of one text", "a second text");
    if (operand > bytes.length - at) return refuse(`a text of ${operand} bytes`, `${bytes.length - at} bytes`);
    text = bytes.subarray(at, at + operand);
    at += operand;
  }
  return refuse("a whole pickle", "one without its end");
}

function refuse(expected: string, actual: string): UnpickledText {
  return { kind: "pickle-refused", expected, actual };
}

const operandLengths: ReadonlyMap<number, number> = new Map([
  [opcodes.protocol, 1],
  [opcodes.frame, 8],
  [opcodes.shortText, 1],
  [opcodes.text, 4],
  [opcodes.longText, 8],
  [opcodes.memoize, 0],
  [opcodes.put, 1],
  [opcodes.longPut, 4],
  [opcodes.stop, 0],
]);

function readOperand(view: DataView, at: number, length: number): number {
  if (length === 8) return Number(view.getBigUint64(at, true));
  if (length === 4) return view.getUint32(at, true);
  return length === 1 ? view.getUint8(at) : 0;
}
