import type { DoctorCheck } from "../../model/admin.js";

export function ok(name: string, reason: string, advice: string | null = null): DoctorCheck {
  return Object.freeze({ name, state: "ok", reason, advice });
}

export function warn(name: string, reason: string, advice: string | null): DoctorCheck {
  return Object.freeze({ name, state: "warn", reason, advice });
}

export function fail(name: string, reason: string, advice: string | null): DoctorCheck {
  return Object.freeze({ name, state: "fail", reason, advice });
}

/** A share that should be whole. */
export function share(
  name: string,
  figures: { readonly part: number; readonly whole: number; readonly of: string },
  advice: string,
): DoctorCheck {
  const { part, whole, of } = figures;
  if (whole === 0) return ok(name, "there are none yet");
  const reason = `${part} of ${whole} ${of}`;
  return part === whole ? ok(name, reason) : warn(name, reason, advice);
}
