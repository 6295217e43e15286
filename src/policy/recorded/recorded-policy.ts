import type { Policy, SampleAddress, SampleFailure, SampleRequest } from "../contract.ts";
import { computeRequestDigest } from "../request-digest.ts";
import { noUsage } from "../usage.ts";
import type { RecordedSample, Recording } from "./recording.ts";

/** An answer that was recorded for another request at the same address: the prompt has changed since. */
export interface StaleAnswer {
  readonly address: SampleAddress;
  readonly requestDigest: string;
  readonly recordedDigest: string;
}

export interface RecordedPolicyOptions {
  readonly recording: Recording;
  readonly onStale?: ((stale: StaleAnswer) => void) | undefined;
}

export interface RecordedPolicy extends Policy {
  /** How many answers so far were recorded for another request at the same address. */
  readonly staleCount: number;
}

/**
 * A policy that replays a recording, at no cost: the answer recorded for the same request; else the one recorded at
 * the same address, which is counted as stale; else the failure `not-recorded`. Where several match, they are used in
 * order, the last one repeatedly.
 */
export function createRecordedPolicy(options: RecordedPolicyOptions): RecordedPolicy {
  const { samples } = options.recording;
  const byDigest = Map.groupBy(samples, (sample) => sample.requestDigest);
  const byAddress = Map.groupBy(samples, (sample) => toAddressKey(sample.address));
  const used = new Set<RecordedSample>();
  let staleCount = 0;

  function take(candidates: readonly RecordedSample[] | undefined): RecordedSample | undefined {
    const sample = candidates?.find((candidate) => !used.has(candidate)) ?? candidates?.at(-1);
    if (sample !== undefined) used.add(sample);
    return sample;
  }

  return {
    info: {
      name: "recorded",
      canSeeImages: true,
      givesLogprobs: false,
      prices: { inputUsdPerMTokens: 0, outputUsdPerMTokens: 0 },
    },
    get staleCount() {
      return staleCount;
    },
    async sample(request, { signal } = {}) {
      signal?.throwIfAborted();
      const requestDigest = computeRequestDigest(request);
      const exact = take(byDigest.get(requestDigest));
      const sample = exact ?? take(byAddress.get(toAddressKey(request.address)));
      if (sample === undefined) return toNotRecorded(request, { requestDigest, recording: options.recording });
      if (exact === undefined) {
        staleCount += 1;
        options.onStale?.({ address: request.address, requestDigest, recordedDigest: sample.requestDigest });
      }
      return { ...sample.completion, usage: { ...sample.completion.usage, costUsd: 0 } };
    },
  };
}

function toAddressKey({ role, round, index }: SampleAddress): string {
  return JSON.stringify([role, round, index]);
}

function toNotRecorded(
  request: SampleRequest,
  context: { readonly requestDigest: string; readonly recording: Recording },
): SampleFailure {
  const { role, round, index } = request.address;
  const sameRole = context.recording.samples.filter((sample) => sample.address.role === role);
  const nearest = sameRole.find((sample) => sample.address.round === round) ?? sameRole[0];
  const came =
    nearest === undefined
      ? `it holds none for the role ${role}`
      : `the nearest that it holds is round ${nearest.address.round}, index ${nearest.address.index}, request ${nearest.requestDigest}`;
  return {
    kind: "failure",
    reason: "not-recorded",
    message:
      `the recording holds no answer for ${role}, round ${round}, index ${index}, request ${context.requestDigest}; ` +
      `${came}; use a model, or record the session again`,
    usage: noUsage,
  };
}
