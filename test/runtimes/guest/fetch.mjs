// workerd: the report as the answer to any request.
import { report } from "./report.mjs";

export default {
  async fetch() {
    return Response.json(await report());
  },
};
