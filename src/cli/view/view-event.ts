import type { SessionEvent } from "../../app/index.ts";
import type { SolveEvent } from "../../solve/index.ts";

/** What the views know: the pipeline's events and those of the session around it. */
export type ViewEvent = SolveEvent | SessionEvent;
