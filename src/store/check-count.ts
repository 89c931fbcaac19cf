import { InvalidArgumentError } from "../model/errors.js";

/** Errors: `InvalidArgumentError` for what is no whole number from 1 to `most`. */
export function checkCount(
  argument: string,
  count: number,
  { most = Number.MAX_SAFE_INTEGER }: { readonly most?: number } = {},
): void {
  if (Number.isSafeInteger(count) && count >= 1 && count <= most) return;
  throw InvalidArgumentError.of(argument, `must be a whole number from 1 to ${most}`);
}
