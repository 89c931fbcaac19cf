import { BackreadError } from "./error-base.js";

/** A log behind HTTP gave no page; `status` is null where no answer came. */
export class RemoteLogError extends BackreadError<{
  readonly failure: "network" | "redirect" | "status" | "timeout" | "too_large" | "type";
  readonly status: number | null;
  readonly reason: string;
}> {
  readonly code = "remote_log_failed";
}

/** The runtime's own database refused. `name` is the name of its exception, where it threw one. */
export class StorageError extends BackreadError<{
  readonly failure: "blocked" | "failed" | "foreign" | "newer" | "quota" | "unavailable";
  readonly name: string | null;
}> {
  readonly code = "storage_failed";
}
