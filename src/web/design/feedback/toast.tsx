import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { ActionIcon } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { createStore, useStore } from '#web/platform/storage/store.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './toast.module.css';

type ToastTone = 'good' | 'warn' | 'bad' | 'info';
type Toast = {
  readonly id: number;
  readonly tone: ToastTone;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Spoken elsewhere, in other words. */
  readonly isSilent?: boolean;
};

/**
 * Messages stay for five seconds (docs/rules.md#unauthorized-answers); one with an action longer, so that a hand can
 * reach it.
 */
const SHOWN_MS = 5_000;
const SHOWN_WITH_ACTION_MS = 10_000;
const SHOWN_MOST = 4;

const toasts = createStore<readonly Toast[]>([]);
/** What stays for as long as it is true, above the others. */
const standing = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Shows a message that needs no answer. The same text twice in a row is shown once. */
export const toast = (tone: ToastTone, text: string, action?: Toast['action']): void =>
  show({ tone, text, ...(action && { action }) });

/** For eyes only: what a screen reader says of it is said elsewhere. */
export const showSilently = (tone: ToastTone, text: string, action?: Toast['action']): void =>
  show({ tone, text, isSilent: true, ...(action && { action }) });

function show(message: Omit<Toast, 'id'>): void {
  if (standing.get().some((other) => other.text === message.text)) return;
  const id = ++lastId;
  const others = toasts.get().filter((other) => other.text !== message.text);
  toasts.set([...others, { id, ...message }].slice(-SHOWN_MOST));
  setTimeout(() => dismiss(id), message.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
}

/** Shows a message until the function that comes back is called, as long as what it says goes on, or it is dismissed. */
export function standingToast(tone: ToastTone, text: string): () => void {
  const one = { id: ++lastId, tone, text };
  toasts.set(toasts.get().filter((other) => other.text !== text));
  standing.set([...standing.get(), one]);
  return () => standing.set(standing.get().filter((other) => other !== one));
}

function dismiss(id: number): void {
  for (const store of [standing, toasts]) store.set(store.get().filter((other) => other.id !== id));
}

const ICONS = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconAlertTriangle, info: IconInfoCircle };

/** Where toasts appear: once in the whole page, announced politely, each by itself. */
export function ToastRegion() {
  const staying = useStore(standing);
  const passing = useStore(toasts);
  const shown = [...staying, ...passing];
  const say = useSay();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Shown anew, it lies above a dialog that was opened since.
    region.current?.hidePopover?.();
    region.current?.showPopover?.();
  }, [staying, passing]);
  return (
    <div ref={region} popover="manual" className={css.region} role="status" aria-live="polite" aria-atomic={false}>
      {shown.map((one) => {
        const Icon = ICONS[one.tone];
        return (
          <div key={one.id} className={css.toast} data-tone={one.tone} {...(one.isSilent && { 'aria-live': 'off' })}>
            <Icon size={18} className={css.icon} aria-hidden />
            <span className={css.text}>{one.text}</span>
            {one.action && (
              <button
                type="button"
                className={css.action}
                onClick={() => {
                  one.action?.run();
                  dismiss(one.id);
                }}
              >
                {one.action.label}
              </button>
            )}
            <ActionIcon size="sm" color="gray" aria-label={say('action.dismiss')} onClick={() => dismiss(one.id)}>
              <IconX size={14} />
            </ActionIcon>
          </div>
        );
      })}
    </div>
  );
}
