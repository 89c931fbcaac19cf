/** comlink ships this file without declarations. */
declare module "comlink/dist/esm/node-adapter.mjs" {
  import type { Endpoint } from "comlink";

  /** The part of a Node port or worker that is adapted. */
  interface NodePort {
    postMessage(message: unknown, transfer?: readonly never[]): void;
    on(event: "message", listener: (data: unknown) => void): unknown;
    off(event: "message", listener: (data: unknown) => void): unknown;
  }

  /** Listeners of any type hear messages. */
  export default function nodeEndpoint(port: NodePort): Endpoint;
}
