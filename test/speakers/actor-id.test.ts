import { describe, expect, it } from "vitest";
import { actorId, isQualified } from "../../dist/speakers/actor-id.js";
import { normalAudience } from "../../dist/speakers/normal-audience.js";

function of(type: string, id: string): string {
  return actorId({ type, name: "any" }, id);
}

describe("an actor's id", () => {
  it("is platform and user id, the one in lowercase, the other as it is", () => {
    expect(of("Discord", " 2 ")).toBe("actor:discord:2");
    expect(of("slack", "T1:U2")).toBe("actor:slack:T1:U2");
    expect(of("x", "Renée")).toBe("actor:x:Renée");
  });

  it("is empty rather than a guess", () => {
    expect(of("disc ord", "2")).toBe("");
    expect(of("p".repeat(33), "2")).toBe("");
    expect(of("p".repeat(32), "2")).not.toBe("");
    expect(of("x", " ")).toBe("");
    expect(of("x", "a\u0007b")).toBe("");
    expect(of("x", "a\u007fb")).toBe("");
    expect(of("x", "😀".repeat(256))).not.toBe("");
    expect(of("x", "u".repeat(257))).toBe("");
  });

  it("of a workspace names the workspace", () => {
    expect(["T1:U2", "T1:U:2"].map(isQualified)).toEqual([true, true]);
    expect(["U2", ":U2", "T1:", ""].map(isQualified)).toEqual([false, false, false, false]);
  });
});

describe("an audience", () => {
  it("has each reader once, in order, and the agent never", () => {
    const namespace = { type: "x", name: "y" };
    const agent = new Set(["bot"]);
    const audience = { kind: "members", namespace, readers: ["b", "bot", "a", "b"] } as const;
    expect(normalAudience(audience, agent)).toEqual({ ...audience, readers: ["a", "b"] });
    expect(normalAudience({ ...audience, readers: ["bot"] }, agent)).toMatchObject({ readers: [] });
    expect(normalAudience({ kind: "public" }, agent)).toEqual({ kind: "public" });
  });
});
