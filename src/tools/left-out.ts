/** Says what an answer's length left out; null for a whole answer. Shortened texts say so themselves. */
export function leftOut(
  { entries, dropped }: { readonly entries: number; readonly dropped: number },
  noun: string,
): string | null {
  const parts = [
    ...(entries === 0 ? [] : [`${entries} more ${noun}`]),
    ...(dropped === 0 ? [] : [`${dropped} messages around ${noun}`]),
  ];
  return parts.length === 0 ? null : `left out for length: ${parts.join(" and ")}`;
}
