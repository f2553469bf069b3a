import { DownloadButton } from '#web/design/lists/download-button.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './export-buttons.module.css';

const FORMATS = ['csv', 'xlsx'] as const;
/** The formats in which lists can be exported. */
export type ExportFormat = (typeof FORMATS)[number];

type Props = {
  /** Downloads the file, with the list's current filters. */
  load: (format: ExportFormat) => Promise<Blob>;
  /** The name of the file, without its extension. */
  name: string;
};

/** Buttons that export a list to a file, in either format. */
export function ExportButtons({ load, name }: Props) {
  const say = useSay();
  return (
    <div className={css.buttons} role="group" aria-label={say('list.export')}>
      {FORMATS.map((format) => (
        <DownloadButton
          key={format}
          label={format.toUpperCase()}
          spoken={say('list.exportAs', { format: format.toUpperCase() })}
          name={`${name}.${format}`}
          load={() => load(format)}
        />
      ))}
    </div>
  );
}
