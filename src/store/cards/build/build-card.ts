import type { StopSignal } from "../../../model/signal.js";
import { admissionTask } from "../../../speakers/card/admission-task.js";
import type { Unusable } from "../../../speakers/card/answer.js";
import { candidatesOf, type Candidate } from "../../../speakers/card/candidates.js";
import type { CardDraft, CardInput, CardLimits } from "../../../speakers/card/card.js";
import { curationTask } from "../../../speakers/card/curation-task.js";
import { evidenceOf, type Evidence } from "../../../speakers/card/evidence.js";
import { extractionTask } from "../../../speakers/card/extraction-task.js";
import { joinEqual } from "../../../speakers/card/join-entries.js";
import { readAdmission } from "../../../speakers/card/read-admission.js";
import { readCuration } from "../../../speakers/card/read-curation.js";
import { readProposals, type Proposals } from "../../../speakers/card/read-proposals.js";
import { tally, type CardReject } from "../../../speakers/card/reasons.js";
import { checkCount } from "../../check-count.js";
import type { ModelPort } from "../../model-port/model-port.js";
import { askCard, type CallPatience, type Outage } from "./ask-card.js";

/** Who proposes, who judges, who arranges. The one who proposes is never the judge of it. */
export interface CardModels {
  readonly general: ModelPort;
  readonly admission: ModelPort;
  readonly curation: ModelPort;
}

export interface CardBuildOptions {
  readonly limits: CardLimits;
  /** Milliseconds of one call; a build makes at most `MAX_CARD_CALLS`, one after another. */
  readonly timeoutMs: number;
  readonly signal?: StopSignal | undefined;
}

/** What came of it. On a failure nothing is to be replaced: the last good card stands. */
export type CardBuild = BuiltCard | FailedCard;

export interface BuiltCard {
  readonly ok: true;
  /** Best first; each body as it was admitted, each citation an id of the input. May be none. */
  readonly entries: readonly CardDraft[];
  /** How many were left out, by name of the reason; `citations_trimmed` left out no entry. */
  readonly rejected: Readonly<Record<string, number>>;
  /** As the judge says; false where there was nothing to judge. */
  readonly substantive: boolean;
}

export interface FailedCard {
  readonly ok: false;
  /**
   * `model_error`: a model did not answer, or declined. `rejected_all`: nothing of what was proposed
   * was sound. `admission_error`: the judge's answer could not be used. `invalid_response`: another's.
   */
  readonly failure: "model_error" | "invalid_response" | "rejected_all" | "admission_error";
  /** Which call, and why. Quotes no text. */
  readonly detail: string;
  readonly rejected: Readonly<Record<string, number>>;
}

type Step = "extraction" | "admission" | "curation";

/**
 * Builds the card of one person for one audience: what is proposed from the person's own words, and
 * what stands already, is judged, and what is admitted is arranged. A call that has nothing to look
 * at is not made. Errors: `InvalidArgumentError`; the signal's reason.
 */
export async function buildCard(
  models: CardModels,
  input: CardInput,
  { limits, timeoutMs, signal }: CardBuildOptions,
): Promise<CardBuild> {
  checkCount("limits.entriesPerKind", limits.entriesPerKind);
  checkCount("timeoutMs", timeoutMs);
  const evidence = evidenceOf(input);
  const patience = { timeoutMs, signal };
  const counted: CardReject[] = [];

  const proposed = await propose(models.general, { input, evidence, limits }, patience);
  if (!proposed.ok) return failed("extraction", proposed, counted);
  counted.push(...proposed.rejected);
  const { existing } = input;
  const found = candidatesOf({ existing, fresh: proposed.drafts }, evidence);
  counted.push(...found.rejected);
  const { candidates } = found;
  if (candidates.length === 0) return built([], counted, false);

  const read = (answer: string) => readAdmission(answer, candidates);
  const task = admissionTask(input, candidates);
  const judged = await askCard({ model: models.admission, task, read }, patience);
  if (!judged.ok) return failed("admission", judged, counted);
  const { entries: admitted, rejected } = joinEqual(judged.admitted, evidence);
  counted.push(...judged.rejected, ...rejected);

  const chosen = await curate(models.curation, { input, admitted, evidence, limits }, patience);
  if (!chosen.ok) return failed("curation", chosen, counted);
  return built(chosen.entries, [...counted, ...chosen.rejected], judged.substantive);
}

interface Material {
  readonly input: CardInput;
  readonly evidence: Evidence;
  readonly limits: CardLimits;
}

async function propose(
  model: ModelPort,
  { input, evidence, limits }: Material,
  patience: CallPatience,
): Promise<Proposals | Unusable | Outage> {
  if (evidence.size === 0) return { ok: true, drafts: [], rejected: [] };
  const read = (answer: string) => readProposals(answer, { evidence, limits });
  return askCard({ model, task: extractionTask(input, limits), read }, patience);
}

async function curate(
  model: ModelPort,
  { input, admitted, evidence, limits }: Material & { readonly admitted: readonly Candidate[] },
  patience: CallPatience,
): Promise<ReturnType<typeof readCuration> | Outage> {
  if (admitted.length < 2) return { ok: true, entries: admitted, rejected: [] };
  const read = (answer: string) => readCuration(answer, { admitted, evidence, limits });
  return askCard({ model, task: curationTask(input, admitted, limits), read }, patience);
}

function built(
  entries: readonly CardDraft[],
  counted: readonly CardReject[],
  substantive: boolean,
): BuiltCard {
  const drafts = entries.map(({ kind, body, confidence, citations }) =>
    Object.freeze({ kind, body, confidence, citations }),
  );
  return Object.freeze({ ok: true, entries: drafts, rejected: tally(counted), substantive });
}

function failed(step: Step, why: Unusable | Outage, counted: readonly CardReject[]): FailedCard {
  if ("outage" in why) {
    const detail = `${step}: the model did not answer (${why.outage})`;
    return Object.freeze({ ok: false, failure: "model_error", detail, rejected: tally(counted) });
  }
  const { problem, rejected } = why;
  const unsound = rejected.length > 0 ? "rejected_all" : "invalid_response";
  return Object.freeze({
    ok: false,
    failure: step === "admission" ? "admission_error" : unsound,
    detail: `${step}: ${problem}`,
    rejected: tally([...counted, ...rejected]),
  });
}
