// The editor: Python with the names of the reference, their signatures, and faults at their lines.
import {
  autocompletion, bracketMatching, closeBrackets, closeBracketsKeymap, completionKeymap, defaultKeymap, drawSelection, EditorState,
  EditorView, highlightActiveLine, HighlightStyle, history, historyKeymap, hoverTooltip, indentOnInput, indentUnit, keymap,
  LanguageSupport, lineNumbers, lintGutter, lintKeymap, pythonLanguage, setDiagnostics, showTooltip, StateField,
  syntaxHighlighting, syntaxTree, tags,
} from "../shared/codemirror.js";
import { element } from "../shared/shell.js";

/** The class of a value whose class is not known: spaces are what powers are about. */
const USUAL = "Space";
const USUAL_NAMES = { site: "Site", state: "State" };
export const COLOURS = HighlightStyle.define([
  [[tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], "keyword"],
  [[tags.string, tags.special(tags.string)], "string"],
  [[tags.number, tags.bool, tags.null], "number"],
  [[tags.comment], "comment"],
  [[tags.function(tags.variableName), tags.function(tags.definition(tags.variableName)), tags.meta], "function"],
].map(([tag, name]) => ({ tag, color: `var(--md-code-hl-${name}-color)` })));
export const LOOK = EditorView.theme({
  "&": { color: "var(--md-code-fg-color)", backgroundColor: "var(--md-code-bg-color)", fontSize: ".7rem" },
  "&.cm-focused": { outline: "2px solid var(--md-accent-fg-color)" },
  ".cm-content": { fontFamily: "var(--md-code-font-family, monospace)", caretColor: "currentColor" },
  ".cm-scroller": { minHeight: "16rem", maxHeight: "70vh", overflow: "auto" },
  ".cm-gutters": { color: "var(--md-default-fg-color--light)", backgroundColor: "transparent", border: "none" },
  ".cm-activeLine": { backgroundColor: "transparent", boxShadow: "inset 2px 0 var(--md-accent-fg-color)" },
  ".cm-cursor": { borderLeftColor: "currentColor" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--md-accent-fg-color--transparent)",
  },
  ".cm-tooltip": {
    color: "var(--md-default-fg-color)", backgroundColor: "var(--md-default-bg-color)", border: "1px solid currentColor",
    fontSize: ".64rem", maxWidth: "min(34rem, 90vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: "var(--md-primary-bg-color)", backgroundColor: "var(--md-primary-fg-color)",
  },
  ".cm-tooltip code, .cm-tooltip p": { display: "block", margin: 0, padding: ".2rem .4rem", whiteSpace: "pre-wrap" },
});

export class Editor {
  #view;
  #marks = new Map();

  /** Takes where to put the editor, the names of `names.json`, and what to do on a change and on Ctrl+Enter. */
  constructor(parent, { names, members }, changed, run) {
    const reference = new Reference(names, members);
    this.#view = new EditorView({
      parent,
      extensions: [
        lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), indentOnInput(), bracketMatching(),
        closeBrackets(), new LanguageSupport(pythonLanguage), indentUnit.of("    "), EditorState.tabSize.of(4),
        syntaxHighlighting(COLOURS), LOOK, EditorView.lineWrapping,
        autocompletion({ override: [(context) => reference.complete(context)] }),
        hoverTooltip((view, place) => reference.hover(view.state, place)),
        StateField.define({
          create: (state) => reference.called(state),
          update: (shown, change) => (change.docChanged || change.selection ? reference.called(change.state) : shown),
          provide: (field) => showTooltip.from(field),
        }),
        EditorView.contentAttributes.of({ "aria-label": "Python text of the megalith" }),
        keymap.of([
          { key: "Mod-Enter", run: () => { run(); return true; } },
          ...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap,
        ]),
        EditorView.updateListener.of(({ docChanged }) => {
          if (!docChanged) return;
          this.#marks.clear(); // the editor moves those that it shows until the next ones come
          changed();
        }),
      ],
    });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  /** Replaces the whole text. */
  set text(text) {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
  }

  /** Shows a fault at a line, or none, in place of the last one that was found in the same way. */
  mark(line, message, way = "run") {
    const { doc } = this.#view.state;
    this.#marks.delete(way);
    if (line !== null) {
      const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
      this.#marks.set(way, { from, to, severity: "error", message });
    }
    this.#view.dispatch(setDiagnostics(this.#view.state, [...this.#marks.values()].sort((one, other) => one.from - other.from)));
  }

  /** Puts the cursor on a line. */
  go(line) {
    const at = this.#view.state.doc.line(Math.min(Math.max(line, 1), this.#view.state.doc.lines));
    this.#view.dispatch({ selection: { anchor: at.from + /^\s*/.exec(at.text)[0].length }, scrollIntoView: true });
    this.#view.focus();
  }
}

/** What the reference says of the names in a text. */
class Reference {
  #names;
  #members;

  constructor(names, members) {
    this.#names = names;
    this.#members = members;
  }

  complete(context) {
    const dotted = context.matchBefore(/\.\w*/);
    if (dotted) {
      const { parent } = syntaxTree(context.state).resolveInner(dotted.from + 1, -1);
      const owner = this.#classOf(context.state, parent?.firstChild);
      return { from: dotted.from + 1, options: this.#options(this.#members[owner] ?? []), validFor: /^\w*$/ };
    }
    const word = context.matchBefore(/[A-Za-z_]\w*/);
    if (!word && !context.explicit) return null;
    const inside = syntaxTree(context.state).resolveInner(context.pos, -1).name;
    if (/String|Comment/.test(inside)) return null;
    return { from: word?.from ?? context.pos, options: this.#options(this.#names), validFor: /^\w*$/ };
  }

  #options(described) {
    return described.map((each) => ({ label: each.label, type: each.type, info: () => shown(each) }));
  }

  /** Returns the tooltip of the call around the cursor. */
  called(state) {
    const { head } = state.selection.main;
    let node = syntaxTree(state).resolveInner(head, -1);
    while (node && !(node.name === "ArgList" && node.from < head)) node = node.parent;
    const found = node?.prevSibling && this.#find(state, node.prevSibling);
    if (!found || (node.lastChild.name === ")" && head >= node.to)) return null;
    return { pos: node.from, above: true, create: () => ({ dom: shown(found) }) };
  }

  hover(state, place) {
    const node = syntaxTree(state).resolveInner(place);
    const found = this.#find(state, node.name === "PropertyName" ? node.parent : node);
    return found ? { pos: node.from, end: node.to, above: true, create: () => ({ dom: shown(found) }) } : null;
  }

  /** Returns what a name, or a member of something, stands for. */
  #find(state, node) {
    const text = (each) => state.sliceDoc(each.from, each.to);
    if (node.name === "VariableName") return this.#names.find(({ label }) => label === text(node));
    if (node.name !== "MemberExpression") return undefined;
    const owner = this.#classOf(state, node.firstChild);
    return this.#members[owner]?.find(({ label }) => label === text(node.lastChild));
  }

  /** Returns the class of an expression, as far as names and annotations show it. */
  #classOf(state, node) {
    if (!node) return USUAL;
    const text = state.sliceDoc(node.from, node.to);
    if (node.name === "VariableName") {
      const annotated = new RegExp(`\\b${text}\\s*:\\s*(\\w+)`).exec(state.doc.toString())?.[1];
      return [text, annotated, USUAL_NAMES[text]].find((each) => Object.hasOwn(this.#members, each)) ?? USUAL;
    }
    const found = this.#find(state, node.name === "CallExpression" ? node.firstChild : node);
    return /(?:->|:) (\w+)$/.exec(found?.detail)?.[1] ?? USUAL;
  }
}

/** Returns a signature and its sentence. */
function shown({ detail, info }) {
  const box = element("div");
  box.append(element("code", detail), element("p", info.replaceAll("`", "")));
  return box;
}
