import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AnySchema, ValidateFunction } from "ajv/dist/2020.js";
import { Ajv2020 } from "ajv/dist/2020.js";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
export const SAMPLE = fileURLToPath(new URL("../../demo/sample.jsonl", import.meta.url));

/** A file of `../shared/data`, or null where it is not there. */
export function shared(name: string): string | null {
  const path = fileURLToPath(new URL(`../../../shared/data/${name}`, import.meta.url));
  return existsSync(path) ? path : null;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Env = Readonly<Record<string, string>>;

export function start(args: readonly string[], env: Env = {}): ChildProcessWithoutNullStreams {
  // Colour, width and core are the test's to choose, not those of whoever runs it.
  const { FORCE_COLOR: _1, NO_COLOR: _2, COLUMNS: _3, BACKREAD_CORE: _4, ...rest } = process.env;
  return spawn(process.execPath, [MAIN, ...args], { env: { ...rest, ...env } });
}

export function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({
        code,
        stdout: Buffer.concat(stdout).toString("utf8"),
        stderr: Buffer.concat(stderr).toString("utf8"),
      }),
    );
  });
}

/** What the commands print with --json, all fields of all of them. */
export interface Answer {
  readonly hits: readonly {
    readonly id: string;
    readonly label: string;
    readonly sequence: number;
    readonly chat_id: string | null;
    readonly parent: number | null;
    readonly kind: string;
    readonly excerpt: string;
    readonly author: { readonly id?: string };
  }[];
  readonly pins: readonly { readonly sequence: number; readonly pinned_at: number }[];
  readonly threads: readonly { readonly root: number }[];
  readonly history: readonly { readonly sequence: number }[];
  readonly context: { readonly pins: readonly unknown[] };
  readonly briefing: {
    readonly viewer_id: string;
    readonly brevity: unknown;
    readonly teammates: readonly { readonly id: string }[];
  };
  readonly coverage: { readonly scanned: number };
}

/** Runs `backread` as a process of its own. */
export function backread(args: readonly string[], env: Env = {}): Promise<Ended> {
  return ended(start(args, env));
}

/** The same with `--json`; the answer, checked against the schema that is shipped. */
export async function backreadJson(
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly json: Answer; readonly stderr: string }> {
  const [command = ""] = args;
  const { code, stdout, stderr } = await backread([...args, "--json"]);
  return { code, json: checked(command, stdout), stderr };
}

/** What a command printed with `--json`, checked against the schema that is shipped. */
export function checked(command: string, stdout: string): Answer {
  const json: unknown = JSON.parse(stdout);
  const validate = schemaOf(command);
  if (!validate(json)) throw new Error(`not of the schema: ${JSON.stringify(validate.errors)}`);
  return json as Answer;
}

const schemas = new Map<string, ValidateFunction>();

export function schemaOf(command: string): ValidateFunction {
  const known = schemas.get(command);
  if (known !== undefined) return known;
  const url = new URL(`../../dist/schemas/${command}.json`, import.meta.url);
  const schema = JSON.parse(readFileSync(url, "utf8")) as AnySchema;
  const validate = new Ajv2020({ allErrors: true }).compile(schema);
  schemas.set(command, validate);
  return validate;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "backread-cli-"));
}

export interface Row {
  readonly content: string;
  readonly chat_id?: string | null;
  readonly parent?: number | null;
  readonly author?: object;
  readonly at?: string;
}

const MARA = { type: "person", id: "mara", label: "Mara" };

/** A log of our own, numbered from 1. */
export function writeLog(path: string, rows: readonly Row[]): string {
  const lines = rows.map((row, index) =>
    JSON.stringify({ sequence: index + 1, chat_id: null, author: MARA, ...row }),
  );
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}
