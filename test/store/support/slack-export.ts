import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const ROOMS = 20;
const DAYS = 5;
const ROWS_OF_A_DAY = 60;
/** Messages of the whole export. */
export const EXPORTED_ROWS: number = ROOMS * DAYS * ROWS_OF_A_DAY;

const USERS = ["U1", "U2", "U3", "U4"];
const WORDS = "walrus mango papaya harbour lantern kiosk velvet orchard".split(" ");
const DAY_SECONDS = 86_400;
const FIRST_DAY = Date.UTC(2026, 0, 1) / 1_000;

/** Writes a workspace export: rooms that all may read, closed ones, and talks of two. */
export async function writeSlackExport(folder: string): Promise<void> {
  const rooms = Array.from({ length: ROOMS }, (_, n) => ({
    id: `${"CGD"[n % 3] ?? "C"}${n}`,
    list: ["channels.json", "groups.json", "dms.json"][n % 3] ?? "",
    members: n % 3 === 2 ? ["U1", "U2"] : USERS.slice(0, 2 + (n % 3)),
  }));
  await mkdir(folder, { recursive: true });
  const users = USERS.map((id) => ({
    id,
    name: id.toLowerCase(),
    profile: { real_name: `Name ${id}` },
  }));
  await writeJson(join(folder, "users.json"), users);
  for (const list of new Set(rooms.map((room) => room.list)))
    await writeJson(
      join(folder, list),
      rooms
        .filter((room) => room.list === list)
        .map(({ id, members }) => ({
          id,
          members,
          ...(list !== "dms.json" && { name: `room-${id}` }),
        })),
    );
  for (const [n, { id, list }] of rooms.entries()) {
    const home = join(folder, list === "dms.json" ? id : `room-${id}`);
    await mkdir(home);
    for (let day = 0; day < DAYS; day++) {
      const date = new Date((FIRST_DAY + day * DAY_SECONDS) * 1_000).toISOString().slice(0, 10);
      await writeJson(join(home, `${date}.json`), dayOf(n, day));
    }
  }
}

function dayOf(room: number, day: number): readonly object[] {
  const first = FIRST_DAY + day * DAY_SECONDS + 60;
  const ts = (row: number): string => `${first + row * 61}.${String(room).padStart(6, "0")}`;
  return Array.from({ length: ROWS_OF_A_DAY }, (_, row) => ({
    type: "message",
    user: USERS[(row + room) % 2],
    text: `${WORDS[(row * 3 + room) % 8]} ${WORDS[(row + day) % 8]} ${room}-${day}-${row}`,
    ts: ts(row),
    ...(row % 6 > 3 && { thread_ts: ts(row - (row % 6)) }),
  }));
}

function writeJson(path: string, value: unknown): Promise<void> {
  return writeFile(path, JSON.stringify(value));
}
