import { expect, test } from "vitest";
import { sessionLogSuite } from "../../dist/conformance/index.js";
import { arrayLog } from "../../dist/index.js";
import { httpLog, serveLog, type HttpFetch } from "../../dist/log/http/index.js";

const PAGE = "/test/browser/page.json";

test.each([
  ["an address of its own page", PAGE],
  ["a whole address", new URL(PAGE, globalThis.location.href)],
])("the browser's own fetch reads %s", async (_, url) => {
  const { messages, nextBefore } = await httpLog(url).readBefore(null, 5);
  expect(nextBefore).toBeNull();
  expect(messages).toEqual([
    {
      sequence: 7,
      chatId: "lab",
      parent: null,
      author: { type: "person", id: "9007199254740993", label: "Ana" },
      content: "served as a file",
    },
  ]);
});

test("what is no log there is a typed error", async () => {
  const log = httpLog("/test/browser/http.browser.test.ts");
  await expect(log.readBefore(null, 5)).rejects.toMatchObject({ code: "remote_log_failed" });
});

for (const { name, run } of sessionLogSuite({
  open: (rows) => {
    const log = arrayLog(rows);
    const handle = serveLog(log);
    const fetch: HttpFetch = (url, init) => handle(new Request(url, init));
    return {
      log: httpLog("https://log.example/", { fetch }),
      append: (more) => more.forEach((row) => log.append(row)),
    };
  },
}))
  test(`over HTTP in a page: ${name}`, run);
