import { expect, test } from "vitest";
import { reviveError } from "../../dist/index.js";
import { RemoteLogError, StorageError } from "../../dist/model/adapter-errors.js";

test.each([
  new RemoteLogError("late", { failure: "timeout", status: null, reason: "late" }),
  new StorageError("full", { failure: "quota", name: "QuotaExceededError" }, { cause: "disk" }),
])("%s comes through a worker as what it was", (error) => {
  const revived = reviveError(structuredClone(error.toJSON()));
  expect(revived).toBeInstanceOf(error.constructor);
  expect(revived?.toJSON()).toEqual(error.toJSON());
});
