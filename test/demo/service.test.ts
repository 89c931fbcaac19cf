/// <reference types="vite/client" />
/** The store of the rights mode, without its worker. */
import { expect, test } from "vitest";
import type { Tell } from "../../demo/page/rights/protocol.js";
import { Service } from "../../demo/page/rights/service.js";

test("an import that is stopped says what is open still, where anything is", async () => {
  const service = new Service();
  const stopping: Tell = (stage) => {
    if (stage === "importing") service.stop();
  };
  await expect(service.openSample(stopping)).rejects.toThrow(/^The import was stopped\.$/);
  await service.openSample(() => {});
  await expect(service.openSample(stopping)).rejects.toThrow(/what was open before is open still/);
});
