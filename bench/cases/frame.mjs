// What is typed into long labels beside the picker's own queries.

/** Found in nearly every label, by what stands in its middle or is scattered over it. */
export const LONG_QUERIES = ["entry 1x", "lorem", "mule", "en", "nd rt"];
