// The editor: Python with the names of the reference, their signatures, and faults at their lines.
import {
  autocompletion, completionKeymap, EditorState, hoverTooltip, indentOnInput, indentUnit, LanguageSupport, pythonLanguage, showTooltip,
  StateField, syntaxTree,
} from "../shared/codemirror.js";
import { element } from "../shared/shell.js";
import { TextEditor } from "../shared/text_editor.js";

/** The class of a value whose class is not known: spaces are what powers are about. */
const USUAL = "Space";
const USUAL_NAMES = { site: "Site", state: "State" };

export class Editor extends TextEditor {
  #marks = new Map();

  /** Takes where to put the editor, the names of `names.json`, and what to do on a change and on Ctrl+Enter. */
  constructor(parent, { names, members }, changed, run) {
    const reference = new Reference(names, members);
    const forgetting = () => {
      this.#marks.clear(); // the editor moves those that it shows until the next ones come
      changed();
    };
    super(parent, { "aria-label": "Python text of the megalith" }, forgetting, run, [
      indentOnInput(), new LanguageSupport(pythonLanguage), indentUnit.of("    "), EditorState.tabSize.of(4),
      autocompletion({ override: [(context) => reference.complete(context)] }),
      hoverTooltip((view, place) => reference.hover(view.state, place)),
      StateField.define({
        create: (state) => reference.called(state),
        update: (shown, change) => (change.docChanged || change.selection ? reference.called(change.state) : shown),
        provide: (field) => showTooltip.from(field),
      }),
    ], completionKeymap);
  }

  /** Shows a fault at a line, or none, in place of the last one that was found in the same way. */
  mark(line, message, way = "run") {
    this.#marks.delete(way);
    if (line !== null) this.#marks.set(way, { line, severity: "error", message });
    this.show([...this.#marks.values()]);
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
