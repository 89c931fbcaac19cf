import { ClosedError } from "../../model/errors.js";
import { defer, type Deferred } from "../driver/deferred.js";
import type { Stop } from "../driver/stop.js";
import type { Connect, Connection } from "./connection.js";

/** Milliseconds after which a connection that nobody wants is given up. */
const IDLE_MS = 10_000;

interface Idle {
  readonly connection: Connection;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** At most `max` connections, made when they are wanted; who comes later waits in line. */
export class Pool {
  readonly #connect: Connect;
  readonly #max: number;
  readonly #idle: Idle[] = [];
  readonly #waiting: Deferred<void>[] = [];
  #places = 0;
  #closed: Deferred<void> | null = null;

  constructor(connect: Connect, max: number) {
    this.#connect = connect;
    this.#max = max;
  }

  /** Gives up when `stop` fires; a connection that is made by then serves the next. */
  async acquire(stop: Stop): Promise<Connection> {
    if (this.#closed !== null) throw ClosedError.of("the database");
    await this.#takePlace(stop);
    const idle = this.#takeIdle();
    if (idle !== null) return idle;
    const connecting = this.#connect();
    try {
      return await stop.race(connecting);
    } catch (error) {
      connecting.then(
        (connection) => this.release(connection, false),
        () => this.#leavePlace(),
      );
      throw error;
    }
  }

  release(connection: Connection, broken: boolean): void {
    if (broken || !connection.alive || this.#closed !== null) void connection.end();
    else {
      const timer = setTimeout(() => this.#drop(connection), IDLE_MS);
      unref(timer);
      this.#idle.push({ connection, timer });
    }
    this.#leavePlace();
  }

  /** Refuses whoever comes from now on, and resolves when the others have left. */
  close(): Promise<void> {
    if (this.#closed !== null) return this.#closed.promise;
    this.#closed = defer<void>();
    const ended = this.#idle.splice(0).map(({ connection, timer }) => {
      clearTimeout(timer);
      return connection.end();
    });
    if (this.#places === 0) this.#closed.resolve();
    const left = this.#closed.promise;
    return Promise.all([left, ...ended]).then(() => undefined);
  }

  async #takePlace(stop: Stop): Promise<void> {
    if (this.#places < this.#max) {
      this.#places++;
      return;
    }
    const turn = defer<void>();
    this.#waiting.push(turn);
    try {
      await stop.race(turn.promise);
    } catch (error) {
      const at = this.#waiting.indexOf(turn);
      if (at >= 0) this.#waiting.splice(at, 1);
      // Its turn had come, in the same moment.
      else this.#leavePlace();
      throw error;
    }
  }

  #leavePlace(): void {
    const next = this.#waiting.shift();
    if (next !== undefined) next.resolve();
    else if (--this.#places === 0) this.#closed?.resolve();
  }

  #takeIdle(): Connection | null {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (idle.connection.alive) return idle.connection;
    }
    return null;
  }

  #drop(connection: Connection): void {
    const at = this.#idle.findIndex((idle) => idle.connection === connection);
    if (at >= 0) this.#idle.splice(at, 1);
    void connection.end();
  }
}

/** Node keeps a process alive for a timer; in other runtimes a timer is a number. */
function unref(timer: unknown): void {
  if (typeof timer !== "object" || timer === null || !("unref" in timer)) return;
  if (typeof timer.unref === "function") timer.unref();
}
