/** The look of a picker. Every colour and measure can be set from outside as `--backread-picker-…`. */

/** Light and dark: which is used follows the `color-scheme` that the page gives the element. */
const COLOURS: readonly (readonly [name: string, light: string, dark: string])[] = [
  ["surface", "#ffffff", "#1c1e24"],
  ["text", "#1b1f27", "#e8eaf0"],
  ["muted", "#5c6470", "#a2a9b8"],
  ["border", "#8a919e", "#6b7280"],
  ["line", "#e3e6eb", "#343842"],
  ["accent", "#2f5fd0", "#8fb0ff"],
  ["active", "#e9effd", "#2b3550"],
  ["match", "#1d4fc4", "#a9c3ff"],
  ["problem", "#a3281c", "#ff9b8f"],
];

const MEASURES = `
  --_font: var(--backread-picker-font, inherit);
  --_radius: var(--backread-picker-radius, 0.5rem);
  --_row: var(--backread-picker-row-height, 2.25rem);
  --_heading: var(--backread-picker-heading-height, 1.875rem);
  --_max: var(--backread-picker-max-height, 22rem);
`;

export const STYLES: string = `
:host {
  ${colours(([, light]) => light)}
  ${MEASURES}
  display: block;
  position: relative;
  min-inline-size: 0;
  color: var(--_text);
  font: var(--_font);
  text-align: start;
}
@supports (color: light-dark(#000, #fff)) {
  :host { ${colours(([, light, dark]) => `light-dark(${light}, ${dark})`)} }
}
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
.unseen {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.label { display: block; margin-block-end: 0.375rem; font-size: 0.875em; font-weight: 600; }
.field {
  position: relative;
  display: flex;
  align-items: center;
  gap: 0.5rem;
  min-block-size: 2.5rem;
  padding-inline: 0.75rem 0.375rem;
  overflow: hidden;
  background: var(--_surface);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  cursor: text;
}
.field:focus-within {
  border-color: var(--_accent);
  outline: 2px solid var(--_accent);
  outline-offset: -1px;
}
.icon, .clear-icon {
  flex: none;
  inline-size: 1rem;
  block-size: 1rem;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.5;
  stroke-linecap: round;
}
.icon { color: var(--_muted); }
input {
  flex: 1;
  min-inline-size: 0;
  padding: 0.5rem 0;
  border: 0;
  outline: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-overflow: ellipsis;
}
input::placeholder { color: var(--_muted); opacity: 1; }
.clear {
  display: grid;
  place-items: center;
  inline-size: 1.75rem;
  block-size: 1.75rem;
  padding: 0;
  border: 0;
  border-radius: calc(var(--_radius) * 0.75);
  background: none;
  color: var(--_muted);
  cursor: pointer;
}
.clear:hover { background: var(--_active); color: var(--_text); }
.busy {
  position: absolute;
  inset-block-end: 0;
  inset-inline: 0;
  block-size: 2px;
  background: var(--_accent);
  opacity: 0;
}
.field[data-busy] .busy { opacity: 1; }
:host([disabled]) .field, .field[data-disabled] { opacity: 0.6; cursor: not-allowed; }
:host([disabled]) input, .field[data-disabled] input { cursor: not-allowed; }
.popup {
  position: fixed;
  inset: auto;
  z-index: 1000;
  margin: 0;
  padding: 0;
  max-block-size: var(--_max);
  overflow: hidden;
  background: var(--_surface);
  color: var(--_text);
  border: 1px solid var(--_line);
  border-radius: calc(var(--_radius) * 1.25);
  box-shadow: 0 0.75rem 2rem rgb(0 0 0 / 18%), 0 0.125rem 0.375rem rgb(0 0 0 / 12%);
}
[role="listbox"] {
  max-block-size: inherit;
  padding-inline: 0.25rem;
  overflow: hidden auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
  outline: 0;
  position: relative;
}
.rows { position: relative; }
[role="group"] { position: absolute; inset-inline: 0; }
.heading {
  position: sticky;
  inset-block-start: 0;
  z-index: 1;
  display: flex;
  align-items: end;
  justify-content: space-between;
  gap: 0.75rem;
  block-size: var(--_heading);
  padding: 0 0.625rem 0.3125rem;
  overflow: hidden;
  background: var(--_surface);
  color: var(--_muted);
  font-size: 0.8125em;
  font-weight: 600;
  white-space: nowrap;
}
.best { font-weight: 400; }
.option, .note {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  block-size: var(--_row);
  padding-inline: 0.625rem;
  border-radius: calc(var(--_radius) * 0.75);
  white-space: nowrap;
}
.option { position: absolute; inset-inline: 0; cursor: pointer; }
.option[aria-selected="true"] { background: var(--_active); }
.option[aria-selected="true"]::before {
  content: "";
  position: absolute;
  inset-block: 0.5rem;
  inset-inline-start: 0;
  inline-size: 3px;
  border-radius: 2px;
  background: var(--_accent);
}
.text {
  flex: 1 1 0;
  min-inline-size: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  unicode-bidi: plaintext;
  text-align: left;
}
/* A label of the other direction still begins where the list does. */
:host(:dir(rtl)) .text { text-align: right; }
.detail {
  flex: none;
  max-inline-size: 45%;
  overflow: hidden;
  text-overflow: ellipsis;
  color: var(--_muted);
  font-size: 0.875em;
  unicode-bidi: plaintext;
}
mark { background: none; color: var(--_match); font-weight: 650; }
.note { color: var(--_muted); }
.popup > .note { margin-inline: 0.25rem; }
.note > span { overflow: hidden; text-overflow: ellipsis; }
.note.problem { color: var(--_problem); }
.probes { position: absolute; visibility: hidden; pointer-events: none; inset-inline: 0; }
@media (pointer: coarse) {
  :host { --_row: var(--backread-picker-row-height, 2.75rem); }
  input { font-size: max(1rem, 1em); }
  .field { min-block-size: 2.75rem; }
}
@media (prefers-reduced-motion: no-preference) {
  .field[data-busy] .busy { animation: slide 1.1s ease-in-out infinite; }
  @keyframes slide {
    from { transform: translateX(-100%); }
    to { transform: translateX(100%); }
  }
}
@media (forced-colors: active) {
  .field, .popup { border-color: CanvasText; }
  .field:focus-within { outline-color: Highlight; }
  .busy { background: Highlight; }
  .option[aria-selected="true"] { background: Highlight; color: HighlightText; forced-color-adjust: none; }
  .option[aria-selected="true"] :is(.detail, mark) { color: HighlightText; }
  .option[aria-selected="true"]::before { background: HighlightText; }
  mark { color: inherit; text-decoration: underline; }
}
`;

function colours(value: (colour: (typeof COLOURS)[number]) => string): string {
  return COLOURS.map(
    (colour) => `--_${colour[0]}: var(--backread-picker-${colour[0]}, ${value(colour)});`,
  ).join("\n  ");
}
