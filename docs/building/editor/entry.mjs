// What the editors in web/workshop and web/packs use of CodeMirror. esbuild makes one file of it.
export { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { pythonLanguage } from "@codemirror/lang-python";
export {
  bracketMatching, defaultHighlightStyle, HighlightStyle, indentOnInput, indentUnit, LanguageSupport, StreamLanguage, syntaxHighlighting, syntaxTree,
} from "@codemirror/language";
export { toml } from "@codemirror/legacy-modes/mode/toml";
export { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
export { Compartment, EditorState, StateField } from "@codemirror/state";
export {
  drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, showTooltip,
} from "@codemirror/view";
export { tags } from "@lezer/highlight";
