/** The script of a page under a strict policy: a picker, and what the policy refused. */
import { definePicker } from "../../../dist/picker/index.js";

const refused: string[] = [];
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
  refused.push(`${effectiveDirective} ${blockedURI}`),
);
Object.assign(globalThis, { refused });

definePicker();
const picker = document.createElement("backread-picker");
picker.setAttribute("label", "Find");
picker.groups = [
  {
    id: "people",
    heading: "People",
    candidates: [
      { id: "u1", label: "Ada Byron" },
      { id: "u2", label: "Alan Turing", detail: "machines" },
    ],
  },
];
document.body.append(picker);
