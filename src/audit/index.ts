export { auditPackage } from "./audit-package.ts";
export { auditChecks } from "./checks/audit-checks.ts";
export type {
  AuditCheckReport,
  AuditFinding,
  AuditOptions,
  AuditProgress,
  AuditReport,
  AuditSeverity,
  Reproduction,
} from "./contract.ts";
export { writeReproductions } from "./write-reproductions.ts";
