const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Format}]/gu;
const WHITE_SPACE = /\s+/gu;

/** What a reader sees of a label: compatibility forms resolved, what has no shape of its own gone. */
export function normalLabel(label: string): string {
  const visible = label.replace(IGNORABLE, "").normalize("NFKC");
  return visible.replace(IGNORABLE, "").replace(WHITE_SPACE, " ").trim();
}

/** The same for two labels that one could take for each other but for their case. */
export function labelKey(label: string): string {
  // By way of capitals, which write the sharp s and the final sigma as others do.
  const folded = normalLabel(label).toUpperCase().toLowerCase().normalize("NFKC");
  return folded.replaceAll("ς", "σ");
}
