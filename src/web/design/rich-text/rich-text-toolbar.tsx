import { useEditorState, type Editor } from '@tiptap/react';
import { useState, type KeyboardEvent } from 'react';
import {
  RICH_TEXT_TOOLS,
  toolStates,
  type RichTextTool,
  type ToolState,
} from '#web/design/rich-text/rich-text-tools.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './rich-text-field.module.css';

type Props = { editor: Editor; label: string; textId: string; onAsk: (what: 'link' | 'picture') => void };

const TOOL = 'button[data-tool]';

/** The tools of a text. The Tab key reaches the toolbar once; arrow keys move between the tools. */
export function RichTextToolbar({ editor, label, textId, onAsk }: Props) {
  const states = useEditorState({ editor, selector: (now) => toolStates(now.editor) });
  const [stop, setStop] = useState('undo');
  const groups = RICH_TEXT_TOOLS.map((group) =>
    group.flatMap((tool) => {
      const state = states[tool.id];
      return state ? [{ tool, state }] : [];
    }),
  ).filter((group) => group.length > 0);
  const isStopThere = states[stop as RichTextTool['id']] !== undefined;
  const use = ({ id, run, asks }: RichTextTool) => {
    setStop(id);
    if (asks) onAsk(asks);
    else run(editor.chain().focus()).run();
  };
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      aria-controls={textId}
      className={css.tools}
      onKeyDown={moveFocus}
    >
      {groups.map((group, at) => (
        <div key={group[0]?.tool.id} className={css.group}>
          {group.map(({ tool, state }, place) => (
            <Tool
              key={tool.id}
              tool={tool}
              state={state}
              isStop={isStopThere ? tool.id === stop : at === 0 && place === 0}
              onUse={() => use(tool)}
              onFocus={() => setStop(tool.id)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type ToolProps = { tool: RichTextTool; state: ToolState; isStop: boolean; onUse: () => void; onFocus: () => void };

/** One button of the toolbar. The Tab key reaches only one button; arrow keys reach the others. */
function Tool({ tool: { id, icon: Picture, keys, isOn }, state, isStop, onUse, onFocus }: ToolProps) {
  const say = useSay();
  const label = say(`richText.${id}`);
  return (
    <button
      type="button"
      data-tool={id}
      className={css.tool}
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      {...(isOn && { 'aria-pressed': state.isOn })}
      aria-disabled={state.isOff || undefined}
      onFocus={onFocus}
      // Keeps the focus and the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !state.isOff && onUse()}
    >
      <Picture size={18} stroke={1.75} aria-hidden />
    </button>
  );
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Moves the focus within the toolbar by arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step) return;
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>(TOOL)];
  const at = tools.findIndex((tool) => tool === event.target);
  if (at < 0) return;
  event.preventDefault();
  tools[step(at, tools.length)]?.focus();
}
