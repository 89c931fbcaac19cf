import { RemoteLogError } from "../../model/adapter-errors.js";
import type { Page } from "../port.js";
import { decodeUtf8, readBytes } from "./bounded-text.js";
import { decodeError, readErrorJson } from "./error-json.js";
import { MAX_ERROR_BYTES } from "./limits.js";
import { decodePage } from "./page-json.js";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

type Failure = RemoteLogError["data"]["failure"];

/** Makes the error of an exchange that brought no page. */
export function failed(
  failure: Failure,
  reason: string,
  options: { readonly status?: number; readonly cause?: unknown } = {},
): RemoteLogError {
  const { cause } = options;
  // 0 is how fetch spells that it does not say.
  const status = options.status === 0 ? null : (options.status ?? null);
  return new RemoteLogError(`remote log: ${reason}`, { failure, status, reason }, { cause });
}

/** The page of an answer. Throws `MalformedPageError`, `RemoteLogError`, or the typed error it stands for. */
export async function readAnswer(response: Response, maxBytes: number): Promise<Page> {
  const { status } = response;
  if (response.type === "opaqueredirect" || REDIRECTS.has(status))
    throw failed("redirect", "redirects are not followed; give the address that they lead to", {
      status,
    });
  if (status !== 200) throw await errorOf(response);
  if (!isJson(response)) throw failed("type", "the answer is not JSON", { status });
  const bytes = await readBytes(response, maxBytes);
  if (bytes === null)
    throw failed("too_large", `the answer is longer than ${maxBytes} bytes`, { status });
  return decodePage(decodeUtf8(bytes));
}

async function errorOf(response: Response): Promise<Error> {
  const { status } = response;
  const error = isJson(response) ? readErrorJson(await jsonOf(response)) : null;
  if (error === null) return failed("status", `answered ${status}`, { status });
  const typed = decodeError(error);
  return typed ?? failed("status", `answered ${status} ${error.code}`, { status });
}

/** What an error's answer holds; undefined where it is no short JSON. */
async function jsonOf(response: Response): Promise<unknown> {
  const bytes = await readBytes(response, MAX_ERROR_BYTES);
  try {
    return bytes === null ? undefined : JSON.parse(decodeUtf8(bytes));
  } catch {
    return undefined;
  }
}

function isJson({ headers }: Response): boolean {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return /^application\/(?:[\w.-]+\+)?json$/i.test(type.trim());
}
