import { AppError } from "../../std/index.ts";

/** Deaths in a row that are taken for accidents. */
const maxDeaths = 3;

/**
 * Does `action` again where a worker's process died under it, after `revive`; what was done in between is lost.
 *
 * @throws AppError TINY_WORKER_DIED where it happens too often to be an accident
 */
export async function surviveWorkerDeath<T>(
  action: () => Promise<T>,
  revive: (error: AppError) => Promise<void>,
): Promise<T> {
  for (let deaths = 0; ; deaths += 1) {
    try {
      return await action();
    } catch (error) {
      if (!AppError.is(error) || error.code !== "TINY_WORKER_DIED" || deaths === maxDeaths) throw error;
      await revive(error);
    }
  }
}
