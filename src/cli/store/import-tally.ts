import type { IngestReport } from "../../store/ingest-port.js";

/** What became of the rows of an import. */
export class ImportTally {
  stored = 0;
  repeated = 0;
  withoutEvidence = 0;
  clipped = 0;
  readonly refused = new Map<string, number>();

  add({ outcomes }: IngestReport): void {
    for (const outcome of outcomes) {
      if (outcome.status === "stored") {
        this.stored++;
        if (outcome.index === "no_evidence") this.withoutEvidence++;
        if (outcome.index === "clipped") this.clipped++;
      } else if (outcome.status === "repeated") this.repeated++;
      else if (outcome.status === "refused")
        this.refused.set(outcome.code, (this.refused.get(outcome.code) ?? 0) + 1);
    }
  }

  get seen(): number {
    const refused = [...this.refused.values()].reduce((sum, count) => sum + count, 0);
    return this.stored + this.repeated + refused;
  }
}
