import { describe, expect, it } from "vitest";
import type { Message, SampleRequest } from "./contract.ts";
import { computeRequestDigest } from "./request-digest.ts";

const image = { kind: "image", mediaType: "image/png", bytes: new Uint8Array([1, 2]), alt: "map" } as const;
const request: SampleRequest = {
  address: { role: "solver", round: 0, index: 0 },
  messages: [{ role: "user", parts: [{ kind: "text", text: "a" }, image] }],
  maxTokens: 10,
  temperature: 0.5,
  seed: 1,
};

function withParts(...parts: Message["parts"]): SampleRequest {
  return { ...request, messages: [{ role: "user", parts }] };
}

describe("a request's digest", () => {
  it("is the same for an equal request, and stays the same from release to release", () => {
    const copy = { ...structuredClone(request), stopSequences: [] };
    expect(computeRequestDigest(copy)).toBe(computeRequestDigest(request));
    expect(computeRequestDigest(request)).toBe("9f88be24b1ae2c1eb1e4007bd5eaf1a63c8a8c224abb3fa8df27b83bbce60150");
  });

  const changes: [string, SampleRequest][] = [
    ["role", { ...request, address: { ...request.address, role: "tester" } }],
    ["round", { ...request, address: { ...request.address, round: 1 } }],
    ["index", { ...request, address: { ...request.address, index: 1 } }],
    ["seed", { ...request, seed: 2 }],
    ["maxTokens", { ...request, maxTokens: 11 }],
    ["temperature", { ...request, temperature: 0.6 }],
    ["stop sequences", { ...request, stopSequences: ["END"] }],
    ["message role", { ...request, messages: [{ ...request.messages[0], role: "system" } as Message] }],
    ["text", withParts({ kind: "text", text: "b" }, image)],
    ["order of parts", withParts(image, { kind: "text", text: "a" })],
    ["image bytes", withParts({ kind: "text", text: "a" }, { ...image, bytes: new Uint8Array([1, 3]) })],
    ["image type", withParts({ kind: "text", text: "a" }, { ...image, mediaType: "image/gif" })],
    ["split of a text", withParts({ kind: "text", text: "" }, { kind: "text", text: "a" }, image)],
  ];
  it.each(changes)("changes with the %s", (_name, changed) => {
    expect(computeRequestDigest(changed)).not.toBe(computeRequestDigest(request));
  });
});
