/**
 * What a call of a tool was about. Agents name the arguments of the same deed differently: a command,
 * a file that is read, an edit, a whole new file, a list of things to do. Whatever is none of these
 * stays as it was recorded.
 */
import type * as api from '../../../api/types';
import { diffOf, patchOf, type DiffLine, type FilePatch } from '../../../parts/rich/diff';
import { isObject, listIn, textIn, valueIn, without } from '../../state/fields';

export type Todo = { readonly text: string; readonly state: string };

export type ToolReading = {
  readonly command: string | null;
  /** What the agent said that it is for. */
  readonly purpose: string | null;
  readonly path: string | null;
  /** Each edit of a file. */
  readonly edits: readonly (readonly DiffLine[])[];
  readonly patch: readonly FilePatch[] | null;
  /** The whole content of a file that is written. */
  readonly content: string | null;
  readonly todos: readonly Todo[] | null;
  /** Whether it only looks at the file. */
  readonly reads: boolean;
  /** What none of these took. */
  readonly rest: api.Json | undefined;
};

const nothing: ToolReading = {
  ...{ command: null, purpose: null, path: null, edits: [], patch: null, content: null },
  ...{ todos: null, reads: false, rest: undefined },
};

const path_names = [
  ...['file_path', 'path', 'filePath', 'filename', 'file', 'notebook_path', 'target_file'],
  ...['absolute_path', 'relative_path', 'file_name'],
];
const old_names = ['old_string', 'old_str', 'oldString', 'oldText', 'search', 'old_text'];
const new_names = [
  ...['new_string', 'new_str', 'newString', 'newText', 'replace', 'new_text', 'replacement_text'],
];
const content_names = ['content', 'file_text', 'contents', 'new_source', 'fileText'];
const command_names = ['command', 'cmd', 'script', 'CommandLine', 'bash_command'];
const purpose_names = ['description', 'summary', 'explanation', 'justification'];
/** Of an editor that takes its deed as a word. */
const editor_words = new Set(['view', 'create', 'str_replace', 'insert', 'undo_edit', 'edit']);
/** Arguments that say nothing to a reader beside the deed itself. */
const quiet_names = ['timeout', 'timeout_ms', 'replace_all', 'run_in_background', 'security_risk'];

export function readTool(tool: string, input: api.Json | undefined): ToolReading {
  if (typeof input === 'string') return readText(tool, input);
  if (Array.isArray(input))
    return readWords(input as readonly api.Json[]) ?? { ...nothing, rest: input };
  if (!isObject(input)) return { ...nothing, rest: input };
  const taken = new Set<string>();
  const take = (names: readonly string[]) => firstText(input, names, taken);
  const path = take(path_names);
  const todos = todosIn(input, taken);
  const edits = editsIn(input, taken);
  const word = textIn(input, 'command');
  const edits_by_word = path !== null && word !== null && editor_words.has(word);
  if (edits_by_word) taken.add('command');
  const command = edits_by_word ? null : commandIn(input, taken);
  const patch = patchIn(input, command, taken);
  const content = path === null ? null : take(content_names);
  const purpose = command === null ? null : take(purpose_names);
  quiet_names.forEach((name) => taken.add(name));
  const changes = edits.length > 0 || content !== null || patch !== null;
  return {
    ...{ path, todos, edits, patch, content, purpose },
    command: patch === null ? command : null,
    reads: path !== null && !changes && command === null,
    rest: without(input, taken) ?? undefined,
  };
}

function readText(tool: string, input: string): ToolReading {
  const patch = patchOf(input);
  if (patch) return { ...nothing, patch };
  const shell = /^(?:bash|shell|sh|zsh|terminal|exec|run|powershell)/i.test(tool);
  return shell ? { ...nothing, command: input } : { ...nothing, rest: input };
}

/** `["bash","-lc","make"]`, or `["apply_patch","*** Begin Patch…"]`. */
function readWords(words: readonly api.Json[]): ToolReading | null {
  const command = wordsAsCommand(words);
  if (command === null) return null;
  const patch = patchOf(command);
  return patch ? { ...nothing, patch } : { ...nothing, command };
}

function wordsAsCommand(words: readonly api.Json[]): string | null {
  if (words.length === 0 || !words.every((word) => typeof word === 'string')) return null;
  const [shell = '', option = '', script] = words as readonly string[];
  const in_shell = /(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-\w*c$/.test(option);
  return in_shell && script !== undefined && words.length === 3 ? script : words.join(' ');
}

function firstText(
  input: api.JsonObject,
  names: readonly string[],
  taken: Set<string>,
): string | null {
  for (const name of names) {
    const value = valueIn(input, name);
    if (typeof value !== 'string') continue;
    taken.add(name);
    return value;
  }
  return null;
}

function commandIn(input: api.JsonObject, taken: Set<string>): string | null {
  const text = firstText(input, command_names, taken);
  if (text !== null) return text;
  const words = listIn(input, 'command') ?? listIn(input, 'cmd');
  const command = words && wordsAsCommand(words);
  if (command === null) return null;
  taken.add(listIn(input, 'command') ? 'command' : 'cmd');
  return command;
}

function patchIn(
  input: api.JsonObject,
  command: string | null,
  taken: Set<string>,
): readonly FilePatch[] | null {
  for (const name of ['patch', 'input', 'diff']) {
    const text = valueIn(input, name);
    const patch = typeof text === 'string' ? patchOf(text) : null;
    if (!patch) continue;
    taken.add(name);
    return patch;
  }
  return command !== null && command.includes('*** Begin Patch') ? patchOf(command) : null;
}

function editsIn(input: api.JsonObject, taken: Set<string>): readonly (readonly DiffLine[])[] {
  const own = editIn(input, taken);
  if (own) return [own];
  const list = listIn(input, 'edits');
  const edits = (list ?? []).flatMap((each) => {
    const edit = isObject(each) ? editIn(each, new Set()) : null;
    return edit ? [edit] : [];
  });
  if (list && edits.length === list.length) taken.add('edits');
  return edits;
}

function editIn(input: api.JsonObject, taken: Set<string>): readonly DiffLine[] | null {
  const mine = new Set<string>();
  const after = firstText(input, new_names, mine);
  if (after === null) return null;
  const before = firstText(input, old_names, mine) ?? '';
  mine.forEach((name) => taken.add(name));
  return diffOf(before, after);
}

function todosIn(input: api.JsonObject, taken: Set<string>): readonly Todo[] | null {
  for (const name of ['todos', 'plan', 'items']) {
    const list = listIn(input, name);
    const todos = (list ?? []).flatMap((each) => {
      const text = isObject(each) ? (textIn(each, 'content') ?? textIn(each, 'step')) : null;
      const state = isObject(each) ? textIn(each, 'status') : null;
      return text === null || state === null ? [] : [{ text, state }];
    });
    if (!list || list.length === 0 || todos.length !== list.length) continue;
    taken.add(name);
    return todos;
  }
  return null;
}
