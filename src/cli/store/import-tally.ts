import type { IngestReport } from "../../store/ingest-port.js";

/** What became of the rows of an import. */
export class ImportTally {
  stored: number = 0;
  repeated: number = 0;
  withoutEvidence: number = 0;
  clipped: number = 0;
  readonly refused: Map<string, number> = new Map<string, number>();

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
