// The editor of packs: TOML or JSON, with each fault at its line.
import { StreamLanguage, toml } from "../shared/codemirror.js";
import { TextEditor } from "../shared/text_editor.js";

export class PackEditor extends TextEditor {
  /** Takes where to put the editor, and what to do on a change and on Ctrl+Enter. */
  constructor(parent, changed, run) {
    super(parent, { "aria-label": "Text of the pack", tabindex: "0" }, changed, run, [StreamLanguage.define(toml)]);
  }

  /** Marks findings at their lines. */
  mark(findings) {
    const placed = findings.filter(({ line }) => line !== null);
    this.show(placed.map((each) => ({ ...each, severity: each.severity === "fault" ? "error" : "warning" })));
  }
}
