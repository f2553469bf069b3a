import { IconUser } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { env } from '#web/platform/page/env.ts';
import type { PhraseKey, Say } from '#web/platform/phrases/phrase.ts';
import css from './demo-people.module.css';

type Props = { chosen: string; onChoose: (who: { username: string; password: string }) => void };

/** The users of the demo. A press on a user fills the sign-in form. */
export function DemoPeople({ chosen, onChoose }: Props) {
  const say = useTranslations();
  // A phrase describes each of our own demo users. A deployment describes its demo users in its own text.
  const inWords = (username: string, does: string): string => {
    const key = `demo.${username}` as PhraseKey;
    return say.has(key) ? (say as unknown as Say)(key) : does;
  };
  return (
    <section className={css.people} aria-labelledby="demo-people">
      <h2 className={css.title} id="demo-people">
        {say('identity.demoPeople')}
      </h2>
      <ul className={css.list}>
        {env().demoPeople.map(({ username, password, does }) => (
          <li key={username}>
            <button
              type="button"
              className={css.person}
              aria-pressed={username === chosen}
              onClick={() => onChoose({ username, password })}
            >
              <IconUser size={16} className={css.icon} aria-hidden />
              <span className={css.name}>{username}</span>
              <span className={css.does}>{inWords(username, does)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
