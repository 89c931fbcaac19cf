import { describe, expect, test, vi } from "vitest";
import { createCore, type Core } from "../../dist/index.js";
import { PickerMachine, type MachineHost } from "../../dist/picker/machine.js";
import type { PickerGroup, PickerItem } from "../../dist/picker/index.js";
import { labels } from "./support.js";

const core = await createCore();

function machineOver(
  groups: readonly PickerGroup[],
  give: () => Core | Promise<Core> = () => core,
) {
  const host = {
    core: give,
    render: vi.fn<MachineHost["render"]>(),
    queried: vi.fn<MachineHost["queried"]>(),
    chosen: vi.fn<MachineHost["chosen"]>(),
    failed: vi.fn<MachineHost["failed"]>(),
  };
  const machine = new PickerMachine(host);
  machine.groups = groups;
  host.render.mockClear();
  return { host, machine };
}

const PEOPLE: PickerGroup = {
  id: "people",
  heading: "People",
  candidates: [
    { id: "1", label: "Ada" },
    { id: "2", label: "Alan" },
  ],
};

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("a picker without a page", () => {
  test("takes a key, all that follows from it, and draws once", () => {
    const { host, machine } = machineOver([PEOPLE, { ...PEOPLE, id: "again" }]);
    machine.send({ type: "text", text: "al" });
    expect(host.render).toHaveBeenCalledTimes(1);
    expect(labels(machine.state)).toEqual(["Alan", "Alan"]);
    expect(host.queried.mock.calls).toEqual([["al"]]);
  });

  test("tells a choice after it is drawn, and no query with it", () => {
    const { host, machine } = machineOver([PEOPLE]);
    machine.send({ type: "text", text: "al" });
    host.chosen.mockImplementation(() => expect(machine.state.text).toBe("Alan"));
    machine.send({ type: "choose" });
    expect(host.chosen.mock.calls[0]?.[0]).toMatchObject({ group: "people", option: { id: "2" } });
    expect(host.queried).toHaveBeenCalledTimes(1);
  });

  test("waits for its core, and drops what was asked meanwhile", async () => {
    let bring: (core: Core) => void = () => {};
    const loading = new Promise<Core>((resolve) => (bring = resolve));
    const { host, machine } = machineOver([PEOPLE], () => loading);
    machine.send({ type: "text", text: "a" }, { type: "text", text: "al" });
    expect(machine.state.groups[0]?.status).toBe("loading");
    bring(core);
    await turn();
    expect(labels(machine.state)).toEqual(["Alan"]);
    expect(host.render).toHaveBeenCalledTimes(2);
  });

  test("lists without a core", () => {
    const { machine } = machineOver([PEOPLE], () => Promise.reject(new Error("no core")));
    machine.send({ type: "open", intent: "none" });
    expect(labels(machine.state)).toEqual(["Ada", "Alan"]);
  });

  test("a core that does not come is a failure of what needs it", async () => {
    const error = new Error("no core");
    const { host, machine } = machineOver([PEOPLE], () => Promise.reject(error));
    machine.send({ type: "text", text: "a" });
    await turn();
    expect(machine.state.groups[0]).toMatchObject({ status: "failed", problem: "no core" });
    expect(host.failed.mock.calls).toEqual([["people", error]]);
  });

  test("a source is given the limit and no more than that is shown", async () => {
    const source = vi.fn(async (query: string): Promise<PickerItem[]> =>
      Array.from({ length: 12 }, (_, at) => ({ id: `${at}`, label: `${query} ${at}` })),
    );
    const { machine } = machineOver([
      { id: "s", heading: "S", source },
      { id: "t", heading: "T", source, limit: 20 },
    ]);
    machine.send({ type: "text", text: "q" });
    await turn();
    expect(source.mock.calls.map((call: unknown[]) => call[1])).toMatchObject([
      { limit: 8 },
      { limit: 20 },
    ]);
    expect(machine.state.groups.map(({ options, more }) => [options.length, more])).toEqual([
      [8, true],
      [12, false],
    ]);
  });

  test("answers in any order end in the list of the last question", async () => {
    const waits: Record<string, number> = { a: 12, ab: 4, abc: 8 };
    const source = (query: string): Promise<PickerItem[]> =>
      new Promise((resolve) =>
        setTimeout(() => resolve([{ id: query, label: query }]), waits[query]),
      );
    const { host, machine } = machineOver([{ id: "s", heading: "S", source }]);
    for (const text of ["a", "ab", "abc"]) machine.send({ type: "text", text });
    await expect.poll(() => labels(machine.state)).toEqual(["abc"]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(labels(machine.state)).toEqual(["abc"]);
    // Three questions and one answer; nothing late was drawn.
    expect(host.render).toHaveBeenCalledTimes(4);
  });

  test("closing gives requests up", () => {
    const signals: { readonly aborted: boolean }[] = [];
    const source: Extract<PickerGroup, { source: unknown }>["source"] = (_, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    const { machine } = machineOver([{ id: "s", heading: "S", source }]);
    machine.send({ type: "open", intent: "none" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    machine.send({ type: "close" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("a list that went away lets its memory go", () => {
    const closed = vi.fn();
    const counting: Core = Object.create(core, {
      prepareCandidates: {
        value: (list: Parameters<Core["prepareCandidates"]>[0]) => {
          const snapshot = core.prepareCandidates(list);
          return { query: snapshot.query.bind(snapshot), size: 2, close: closed };
        },
      },
    });
    const { machine } = machineOver([PEOPLE], () => counting);
    machine.send({ type: "text", text: "a" });
    machine.groups = [{ ...PEOPLE, heading: "Same list" }];
    expect(closed).not.toHaveBeenCalled();
    machine.groups = [];
    expect(closed).toHaveBeenCalledOnce();
  });
});
