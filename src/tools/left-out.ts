/** Says what an answer's length left out; null for a whole answer. Shortened texts say so themselves. */
export function leftOut(
  { entries, dropped }: { readonly entries: number; readonly dropped: number },
  noun: string,
): string | null {
  const parts = [
    ...(entries === 0 ? [] : [counted(entries, `more ${noun}`)]),
    ...(dropped === 0 ? [] : [counted(dropped, "nearby message")]),
  ];
  return parts.length === 0 ? null : `left out for length: ${parts.join(" and ")}`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
