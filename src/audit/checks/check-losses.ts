import type { AuditCheck } from "../contract.ts";

/** What the package says and the problem cannot hold: files that nobody reads among it. */
export const checkLosses: AuditCheck = {
  name: "losses",
  async run({ losses, report }) {
    for (const { file, field, reason } of losses) {
      const place = field === "" ? "" : `${field}: `;
      report({ severity: "hint", code: "field-unread", file, message: `${place}${reason}` });
    }
    return { status: "done", note: `${losses.length} fields and files that are not read` };
  },
};
