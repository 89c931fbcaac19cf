import { InvalidPatternError } from "../../model/errors.js";
import type { ScannedPattern } from "./scan.js";

/**
 * The error for what an engine refuses after the scan, which is a Unicode class that it does not
 * know. An engine names the part, not the place.
 */
export function invalidFragment(
  scanned: ScannedPattern,
  reason: string,
  fragment: string | null,
): InvalidPatternError {
  const use = scanned.properties.find((property) => property.text === fragment);
  if (use === undefined) return InvalidPatternError.of(scanned.original, reason);
  return InvalidPatternError.of(scanned.original, `there is no class ${use.text}`, use.at);
}
