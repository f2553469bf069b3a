import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { ActionIcon } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { createStore, useStore } from '#web/platform/storage/store.ts';
import { hasCommandKey, useCommandKey } from '#web/platform/page/command-key.ts';
import { isTyping } from '#web/platform/page/typing.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './toast.module.css';

type ToastTone = 'good' | 'warn' | 'bad' | 'info';
type ToastAction = {
  readonly label: string;
  readonly run: () => void;
  /** True if the action undoes something. Then the keys for undoing run it, too. */
  readonly isUndo?: boolean;
};
/** A message on screen. */
type Toast = {
  readonly id: number;
  readonly tone: ToastTone;
  readonly text: string;
  readonly action?: ToastAction;
  /** True if screen readers get this message from another element. */
  readonly isSilent?: boolean;
};

/** How long a message without an action stays: five seconds (docs/rules.md#unauthorized-answers). */
const SHOWN_MS = 5_000;
/** A message with an action stays longer, so that people have time to press the button. */
const SHOWN_WITH_ACTION_MS = 10_000;
/** The maximum number of messages at the same time, persistent ones not counted. */
const SHOWN_MOST = 4;

const toasts = createStore<readonly Toast[]>([]);
/** Messages that stay until they are dismissed or their reason ends. They are shown above the other messages. */
const standing = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Shows a message that needs no answer. The same text is shown only once at a time. */
export const toast = (tone: ToastTone, text: string, action?: Toast['action']): void =>
  show({ tone, text, ...(action && { action }) });

/** Shows a message that screen readers skip, because they get it from another element. */
export const showSilently = (tone: ToastTone, text: string, action?: Toast['action']): void =>
  show({ tone, text, isSilent: true, ...(action && { action }) });

/** Adds a toast. It replaces a toast with the same text. Nothing is added while a persistent toast shows that text. */
function show(message: Omit<Toast, 'id'>): void {
  if (standing.get().some((other) => other.text === message.text)) return;
  const id = ++lastId;
  const others = toasts.get().filter((other) => other.text !== message.text);
  toasts.set([...others, { id, ...message }].slice(-SHOWN_MOST));
}

/**
 * Shows a message without a time limit. Returns a function that removes the message. The person can also dismiss it.
 */
export function persistentToast(tone: ToastTone, text: string): () => void {
  const one = { id: ++lastId, tone, text };
  toasts.set(toasts.get().filter((other) => other.text !== text));
  standing.set([...standing.get(), one]);
  return () => standing.set(standing.get().filter((other) => other !== one));
}

function dismiss(id: number): void {
  for (const store of [standing, toasts]) store.set(store.get().filter((other) => other.id !== id));
}

const ICONS = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconAlertTriangle, info: IconInfoCircle };

/** Runs the action of a message, and removes the message. */
function runAction({ id, action }: Toast): void {
  dismiss(id);
  action?.run();
}

/** Runs the newest offer to undo something. Returns false if there is none, or while the person edits a text. */
function undoNewest({ target }: KeyboardEvent): boolean {
  const newest = toasts.get().findLast(({ action }) => action?.isUndo);
  if (!newest || isTyping(target)) return false;
  runAction(newest);
  return true;
}

/**
 * Shows the toasts. The page renders this region once. Screen readers announce only the new toast, without
 * interrupting. While one toast has the pointer or the focus, all stay (WCAG 2.2.1).
 */
export function ToastRegion() {
  const staying = useStore(standing);
  const passing = useStore(toasts);
  const shown = [...staying, ...passing];
  const [heldId, setHeldId] = useState<number>();
  const isHeld = shown.some(({ id }) => id === heldId);
  const region = useRef<HTMLDivElement>(null);
  useCommandKey('z', undoNewest);
  useEffect(() => {
    // Closing the popover would take the focus away.
    if (region.current?.contains(document.activeElement)) return;
    // Opening the popover again puts the toasts above all dialogs that were opened in the meantime.
    region.current?.hidePopover?.();
    region.current?.showPopover?.();
  }, [staying, passing]);
  return (
    <div ref={region} popover="manual" className={css.region} role="status" aria-live="polite" aria-atomic={false}>
      {shown.map((one) => (
        <OneToast
          key={one.id}
          one={one}
          isStanding={staying.includes(one)}
          isHeld={isHeld}
          hold={() => setHeldId(one.id)}
          release={() => setHeldId(undefined)}
        />
      ))}
    </div>
  );
}

type ToastProps = {
  one: Toast;
  isStanding: boolean;
  isHeld: boolean;
  hold: () => void;
  release: () => void;
};

/** One message. It goes after some seconds, which begin again when the pointer and the focus leave the messages. */
function OneToast({ one, isStanding, isHeld, hold, release }: ToastProps) {
  const say = useSay();
  const { id, action } = one;
  const shownMs = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
  const isPassing = !isStanding && !isHeld;
  useEffect(() => {
    if (!isPassing) return undefined;
    const timer = setTimeout(() => dismiss(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, shownMs, isPassing]);
  const Icon = ICONS[one.tone];
  return (
    <div
      className={css.toast}
      data-tone={one.tone}
      {...(one.isSilent && { 'aria-live': 'off' })}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon size={18} className={css.icon} aria-hidden />
      <span className={css.text}>{one.text}</span>
      {action && (
        <button
          type="button"
          className={css.action}
          {...(action.isUndo && { 'aria-keyshortcuts': hasCommandKey() ? 'Meta+Z' : 'Control+Z' })}
          onClick={() => runAction(one)}
        >
          {action.label}
        </button>
      )}
      <ActionIcon size="sm" color="gray" aria-label={say('action.dismiss')} onClick={() => dismiss(id)}>
        <IconX size={14} />
      </ActionIcon>
    </div>
  );
}
