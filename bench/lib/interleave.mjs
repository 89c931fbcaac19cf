// Tasks that share a process, timed turn by turn, so that a busy spell of the machine hits all alike.
import { spread } from "./statistics.mjs";

/** Beyond this a median does not move. */
const MOST_ROUNDS = 400;

/**
 * @typedef {object} Task
 * @property {string} name
 * @property {() => unknown} run may return a promise
 */

/**
 * Times each task once a round, another one first each time.
 * @param {readonly Task[]} tasks
 * @param {import("../types.js").Effort} effort rounds × passes are the fewest samples of each
 * @returns {Promise<Map<string, import("../types.js").Spread>>}
 */
export async function interleave(tasks, effort) {
  /** @type {Map<string, number[]>} */
  const samples = new Map(tasks.map(({ name }) => [name, []]));
  for (const { run } of tasks) await run();
  const least = effort.rounds * effort.passes;
  const end = performance.now() + effort.rounds * effort.budgetMs;
  for (let round = 0; round < least || (round < MOST_ROUNDS && performance.now() < end); round++)
    for (let turn = 0; turn < tasks.length; turn++) {
      const task = tasks[(round + turn) % tasks.length];
      if (task !== undefined) samples.get(task.name)?.push(await timed(task.run));
    }
  return new Map([...samples].map(([name, times]) => [name, spread(times)]));
}

/**
 * The same, but one slow task is timed by itself after the others, a few times: its garbage would be
 * collected in their turns.
 * @param {readonly Task[]} tasks
 * @param {string} slow
 * @param {import("../types.js").Effort} effort
 */
export async function interleaveApart(tasks, slow, effort) {
  const quick = await interleave(
    tasks.filter(({ name }) => name !== slow),
    effort,
  );
  const few = { rounds: 1, passes: effort.passes, budgetMs: 0 };
  const apart = await interleave(
    tasks.filter(({ name }) => name === slow),
    few,
  );
  return new Map([...quick, ...apart]);
}

/** @param {() => unknown} run */
async function timed(run) {
  const start = performance.now();
  const result = run();
  if (result instanceof Promise) await result;
  return performance.now() - start;
}
