export type {
  Completion,
  Message,
  MessagePart,
  Policy,
  PolicyInfo,
  SampleAddress,
  SampleFailure,
  SampleOutcome,
  SampleRequest,
  StopReason,
  Usage,
} from "./contract.ts";
