import { readFileSync } from "node:fs";
import { AppError } from "../std/index.ts";
import type { SandboxTier } from "./contract.ts";

/** Why one tier did not work here. */
export interface TierFailure {
  readonly tier: SandboxTier;
  readonly reason: string;
}

/** Kernel settings that refuse user namespaces, the value that does so, and how to lift it. */
const obstacles: readonly { readonly path: string; readonly value: string; readonly remedy: string }[] = [
  {
    path: "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
    value: "1",
    remedy:
      "AppArmor refuses unprivileged user namespaces (the default of Ubuntu 24.04): " +
      "install bubblewrap with its AppArmor profile (apt-get install bubblewrap apparmor-profiles), " +
      "or sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or run as root",
  },
  {
    path: "/proc/sys/kernel/unprivileged_userns_clone",
    value: "0",
    remedy: "the kernel refuses unprivileged user namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1",
  },
  {
    path: "/proc/sys/user/max_user_namespaces",
    value: "0",
    remedy: "no user namespaces are allowed: sudo sysctl -w user.max_user_namespaces=15000",
  },
];

/** The refusal to run untrusted programs here: what was tried, what stood in the way, how to get it. */
export function createUnavailableError(failures: readonly TierFailure[]): AppError {
  const tried = failures.map(({ tier, reason }) => `tier ${tier}: ${reason}`).join("; ");
  const message =
    process.platform === "linux"
      ? "Expected to isolate untrusted programs by root (tier R), user namespaces (U), bubblewrap (B) or Landlock (L), " +
        `but ${tried}. ${findRemedies().join(". ")}`
      : `Expected Linux, whose namespaces isolate untrusted programs, got ${process.platform}; ` +
        "run grandsmith in a Linux machine, virtual machine or container.";
  return new AppError({ code: "SANDBOX_UNAVAILABLE", message: message.trim(), data: { failures } });
}

function findRemedies(): string[] {
  const remedies = obstacles.filter(({ path, value }) => readText(path) === value).map(({ remedy }) => remedy);
  if (isInContainer()) {
    remedies.push(
      "This is a container: start it with --privileged, or with --cap-add SYS_ADMIN " +
        "--security-opt seccomp=unconfined --security-opt apparmor=unconfined",
    );
  }
  const [major = 0, minor = 0] = (readText("/proc/sys/kernel/osrelease") ?? "").split(".").map(Number);
  if (major < 5 || (major === 5 && minor < 14)) remedies.push("Linux 5.14 or newer is needed");
  if (remedies.length === 0) remedies.push("Run as root, or allow user namespaces to this user");
  return remedies;
}

function isInContainer(): boolean {
  return readText("/.dockerenv") !== undefined || readText("/run/.containerenv") !== undefined;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}
