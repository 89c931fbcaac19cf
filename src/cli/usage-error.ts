/** Bad use or bad input: one line for the user, exit 2. `advice` says what to do about it. */
export class UsageError extends Error {
  readonly advice: string | null;

  constructor(message: string, advice: string | null = null) {
    super(message);
    this.name = "UsageError";
    this.advice = advice;
  }
}
