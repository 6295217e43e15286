/** What a fault at a boundary carries besides its message: plain data only. */
export interface AppErrorOptions {
  /** Stable, upper-case identifier, e.g. `PROBLEM_FIELD_INVALID`; listed in docs/errors.md. */
  readonly code: string;
  /** One sentence: what was expected, what came, what to do next. */
  readonly message: string;
  /** Whether doing the same again may succeed. */
  readonly isRetryable?: boolean;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

const marker = Symbol.for("grandsmith.AppError");

/** A fault at a boundary (file, process, network, configuration). Outcomes of programs and models are values, not errors. */
export class AppError extends Error {
  readonly code: string;
  readonly isRetryable: boolean;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(options: AppErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = options.code;
    this.isRetryable = options.isRetryable ?? false;
    this.data = options.data ?? {};
    Object.defineProperty(this, marker, { value: true });
  }

  /** True for an AppError of any copy of this package. */
  static is(value: unknown): value is AppError {
    return typeof value === "object" && value !== null && marker in value;
  }
}

/**
 * Runs `action` and turns whatever it throws into an AppError; an AppError passes through untouched.
 *
 * @throws AppError with `code`; its message is `what` followed by the cause's message.
 */
export async function boundary<T>(
  options: { readonly code: string; readonly what: string; readonly isRetryable?: boolean },
  action: () => Promise<T> | T,
): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    if (AppError.is(cause)) throw cause;
    throw new AppError({
      code: options.code,
      message: `${options.what}: ${toMessage(cause)}`,
      isRetryable: options.isRetryable ?? false,
      cause,
    });
  }
}

/** The human-readable part of anything that can be thrown. */
export function toMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
