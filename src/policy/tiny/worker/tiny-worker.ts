import { AppError, invariant, toMessage, unreachable } from "../../../std/index.ts";
import type { CallOptions, TrainablePolicy } from "../../trainable-contract.ts";
import type { createTokenizer } from "../checkpoint/tokenizer.ts";
import { createTinyEngine } from "../tiny-engine.ts";
import type { OpenedWorker, TinyCall, WorkerReply, WorkerRequest } from "./messages.ts";

/**
 * A process that holds one sampler or trainer. A native abort ends it and nothing else, and its long computations block
 * no event loop but its own.
 */
invariant(process.send !== undefined, "this module runs in a child process");

let engine: TrainablePolicy | undefined;
let last: Promise<void> = Promise.resolve();
const cancellations = new Map<number, AbortController>();

process.on("message", (message: WorkerRequest) => {
  if (message.kind === "cancel") {
    cancellations.get(message.id)?.abort();
    return;
  }
  const { id, call } = message;
  const controller = new AbortController();
  cancellations.set(id, controller);
  last = answerAfter(last, { id, call, signal: controller.signal });
});
process.on("disconnect", () => process.exit(0));

async function answerAfter(
  earlier: Promise<void>,
  { id, call, signal }: { readonly id: number; readonly call: TinyCall; readonly signal: AbortSignal },
): Promise<void> {
  await earlier;
  const reply = await answer(id, call, signal);
  cancellations.delete(id);
  process.send?.(reply);
}

async function answer(id: number, call: TinyCall, signal: AbortSignal): Promise<WorkerReply> {
  try {
    signal.throwIfAborted();
    return { kind: "call-answered", id, value: await run(call, { signal }) };
  } catch (error) {
    const { code, isRetryable } = AppError.is(error) ? error : { code: "TINY_CALL_FAILED", isRetryable: false };
    return { kind: "call-failed", id, error: { code, message: toMessage(error), isRetryable } };
  }
}

async function run(call: TinyCall, options: CallOptions): Promise<unknown> {
  if (call.kind === "open") {
    engine = await createTinyEngine(call.request);
    return describe(engine);
  }
  invariant(engine !== undefined, "a worker is opened first");
  switch (call.kind) {
    case "score":
      return engine.score(call.request, options);
    case "sample":
      return engine.sampleTokens(call.request, options);
    case "forward":
      return engine.forward(call.request, options);
    case "forward-backward":
      return engine.forwardBackward(call.request, options);
    case "optim-step":
      return engine.optimStep(call.request, options);
    case "save":
      return engine.save(call.request, options);
    case "load":
      return { ...(await engine.load(call.request, options)), ...describe(engine) };
    default:
      return unreachable(call);
  }
}

function describe({ tokenizer, version }: TrainablePolicy): OpenedWorker {
  invariant("data" in tokenizer, "the engine's tokenizer has its data");
  return { tokenizer: (tokenizer as ReturnType<typeof createTokenizer>).data, version };
}
