import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse as parseYaml } from "yaml";
import { AppError, suggest, toMessage } from "../std/index.ts";
import { configSchema, defaultConfig, settings, toVariableName, type Config, type Setting } from "./settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Values as the command line gave them, by key. */
export type Flags = Readonly<Partial<Record<keyof Config, string>>>;

export interface ConfigSources {
  readonly flags: Flags;
  readonly env: Environment;
  readonly cwd: string;
  /** `--config`; without it, a grandsmith.config file of `cwd` is read if there is one. */
  readonly configPath?: string | undefined;
}

/** Names that begin with GRANDSMITH_ and are not settings. */
const otherVariables = ["GRANDSMITH_HOME", "GRANDSMITH_API_KEY", "GRANDSMITH_CI"];
const configFileNames = ["grandsmith.config.yaml", "grandsmith.config.yml", "grandsmith.config.json"];
const pathKeys: readonly (keyof Config)[] = ["deskDirectory", "record", "out"];

interface Layer {
  /** How a message names a key of this layer. */
  readonly nameOf: (setting: Setting) => string;
  readonly file?: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * The effective configuration: defaults, then the file, the environment and the flags, later ones winning.
 *
 * @throws CONFIG_INVALID, CONFIG_UNKNOWN_KEY, CONFIG_UNREADABLE
 */
export function resolveConfig(sources: ConfigSources): Config {
  const layers = [readFileLayer(sources), readEnvironmentLayer(sources.env), readFlagLayer(sources.flags)];
  let config: Config = defaultConfig;
  for (const layer of layers) config = { ...config, ...checkLayer(layer, sources.cwd) };
  return config;
}

/** The settings that the command line gave. @throws CONFIG_INVALID */
export function parseFlags(flags: Flags, cwd: string): Partial<Config> {
  return checkLayer(readFlagLayer(flags), cwd);
}

function readFileLayer({ cwd, configPath }: ConfigSources): Layer {
  const path =
    configPath === undefined
      ? configFileNames.map((name) => resolve(cwd, name)).find((candidate) => existsSync(candidate))
      : resolve(cwd, configPath);
  if (path === undefined) return { nameOf: (setting) => setting.key, values: {} };
  let content: unknown;
  try {
    content = parseYaml(readFileSync(path, "utf8")) ?? {};
  } catch (cause) {
    throw new AppError({
      code: "CONFIG_UNREADABLE",
      message: `${path}: expected a YAML or JSON file of settings: ${toMessage(cause)}`,
      data: { file: path },
      cause,
    });
  }
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw new AppError({
      code: "CONFIG_INVALID",
      message: `${path}: expected settings as key: value, got ${Array.isArray(content) ? "a list" : typeof content}`,
      data: { file: path },
    });
  }
  const values = content as Readonly<Record<string, unknown>>;
  const known = settings.map((setting) => setting.key);
  for (const key of Object.keys(values)) {
    if (!known.some((name) => name === key)) throw unknownKey(key, known, path);
  }
  return { nameOf: (setting) => setting.key, file: path, values };
}

function readEnvironmentLayer(env: Environment): Layer {
  const byVariable = new Map(settings.map((setting) => [toVariableName(setting.key), setting]));
  const values: Record<string, unknown> = {};
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith("GRANDSMITH_") || text === undefined || otherVariables.includes(variable)) continue;
    const setting = byVariable.get(variable);
    if (setting === undefined) throw unknownKey(variable, [...byVariable.keys(), ...otherVariables], "environment");
    if (text !== "") values[setting.key] = toValue(setting, text);
  }
  return { nameOf: (setting) => toVariableName(setting.key), values };
}

function readFlagLayer(flags: Flags): Layer {
  const values: Record<string, unknown> = {};
  for (const setting of settings) {
    const text = flags[setting.key];
    if (text !== undefined) values[setting.key] = toValue(setting, text);
  }
  return { nameOf: (setting) => `--${setting.flag}`, values };
}

/** Text to the setting's type; what is not a number stays text, for the schema to refuse. */
function toValue(setting: Setting, text: string): unknown {
  switch (setting.kind) {
    case "text":
      return text;
    case "switch":
      return text === "true" ? true : text === "false" ? false : text;
    case "list":
      return text.split(",").map((item) => item.trim());
    case "integer":
    case "number":
      return /^\s*[+-]?(\d[\d_]*)?(\.\d+)?(e[+-]?\d+)?\s*$/i.test(text) && text.trim() !== ""
        ? Number(text.replaceAll("_", ""))
        : text;
  }
}

function checkLayer(layer: Layer, cwd: string): Partial<Config> {
  const parsed = configSchema.partial().safeParse(layer.values);
  if (parsed.success) {
    const entries = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
    return Object.fromEntries(
      entries.map(([key, value]) => [
        key,
        typeof value === "string" && pathKeys.some((name) => name === key) ? resolve(cwd, value) : value,
      ]),
    );
  }
  const [issue] = parsed.error.issues;
  const setting = settings.find(({ key }) => key === issue?.path[0]);
  const name = setting === undefined ? String(issue?.path[0]) : layer.nameOf(setting);
  const got = JSON.stringify(layer.values[setting?.key ?? ""]);
  throw new AppError({
    code: "CONFIG_INVALID",
    message: `${layer.file === undefined ? "" : `${layer.file}: `}${name}: got ${got}; ${issue?.message ?? "not valid"}`,
    data: { field: name, ...(layer.file === undefined ? {} : { file: layer.file }) },
  });
}

function unknownKey(key: string, known: readonly string[], place: string): AppError {
  const close = suggest(key, known);
  const hint = close === undefined ? `known are ${known.join(", ")}` : `did you mean ${close}?`;
  return new AppError({
    code: "CONFIG_UNKNOWN_KEY",
    message: `${place}: there is no setting ${key}; ${hint}`,
    data: { field: key, ...(place === "environment" ? {} : { file: place }) },
  });
}
