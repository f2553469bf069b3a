import { Segments } from '#web/design/layout/segments.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './way-choice.module.css';

/** How the owner changes items: at once, or by asking an admin. */
export type WayName = 'direct' | 'request';

type Props = { way: WayName; onChoose: (way: WayName) => void };

export function WayChoice({ way, onChoose }: Props) {
  const say = useSay();
  return (
    <div className={css.choice}>
      <Segments
        label={say('changeRequest.way')}
        segments={[
          { value: 'direct', label: say('changeRequest.wayDirect') },
          { value: 'request', label: say('changeRequest.wayRequest') },
        ]}
        value={way}
        onChange={onChoose}
      />
      <p className={css.hint}>
        {say(way === 'direct' ? 'changeRequest.wayDirectHint' : 'changeRequest.wayRequestHint')}
      </p>
    </div>
  );
}
