import { computeDigest, computeJsonDigest } from "../std/index.ts";
import type { SampleRequest } from "./contract.ts";

/**
 * The stable digest of a whole request: address, messages in order (images by media type, SHA-256 and alt text),
 * `maxTokens`, temperature, seed and stop sequences. Address and seed are included so that two samples of one prompt
 * differ. Part of every recording: changing what it covers turns all recordings stale.
 */
export function computeRequestDigest(request: SampleRequest): string {
  return computeJsonDigest({
    format: "grandsmith-request/1",
    address: { role: request.address.role, round: request.address.round, index: request.address.index },
    messages: request.messages.map((message) => ({
      role: message.role,
      parts: message.parts.map((part) =>
        part.kind === "text"
          ? { kind: part.kind, text: part.text }
          : { kind: part.kind, mediaType: part.mediaType, sha256: computeDigest(part.bytes), alt: part.alt },
      ),
    })),
    maxTokens: request.maxTokens,
    temperature: request.temperature,
    seed: request.seed,
    stopSequences: request.stopSequences ?? [],
  });
}
