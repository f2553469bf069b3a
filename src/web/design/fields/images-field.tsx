import { ActionIcon, Input } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import type { Image } from '#contract/auction/image-link.ts';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';
import { RefusedUploads } from '#web/design/fields/refused-uploads.tsx';
import type { Upload, Uploads } from '#web/design/fields/use-uploads.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useChangeReason } from '#web/platform/session/change-reason.ts';
import css from './images-field.module.css';

type Props = FieldProps<readonly string[]> & {
  uploads: Uploads;
  /** Images that are already stored, with their links. */
  known: readonly Image[];
  maximum: number;
  /** Extensions of the accepted files. */
  accept: string;
  /** Describes what the pictures show, for people who cannot see them. */
  subject: string;
};

/**
 * An ordered list of pictures. People add pictures by choosing or dropping files, and move or remove them with buttons.
 */
export function ImagesField(props: Props) {
  const { value, onChange, uploads, known, maximum, accept, subject } = props;
  const reason = useChangeReason();
  const { label, description, error } = useFieldProps({ ...props, ...(reason && { help: reason }) });
  const id = useId();
  const sent = uploads.uploads.filter(({ step }) => typeof step === 'string');
  const room = maximum - value.length - sent.length;
  const links = new Map([...known, ...uploads.images].map((image) => [image.id, image]));
  const send = (files: FileList | null) => {
    if (files && files.length > 0) uploads.send([...files], Math.max(0, room), maximum);
  };
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error} labelProps={{ id }}>
      <div role="group" aria-labelledby={id}>
        <ul className={css.tiles}>
          {value.map((imageId, at) => (
            <Tile
              key={imageId}
              image={links.get(imageId)}
              name={`${subject} ${at + 1}`}
              isClosed={reason !== undefined}
              isFirst={at === 0}
              isLast={at === value.length - 1}
              onMove={(by) => onChange(moved(value, at, by))}
              onRemove={() => onChange(value.filter((other) => other !== imageId))}
            />
          ))}
          {sent.map((upload) => (
            <Sending key={upload.key} upload={upload} />
          ))}
          {room > 0 && !reason && (
            <li className={css.tile}>
              <Chooser accept={accept} isMany={maximum > 1} onChoose={send} />
            </li>
          )}
        </ul>
        <RefusedUploads uploads={uploads} />
      </div>
    </Input.Wrapper>
  );
}

/** Returns the image ids, with the id at index `at` moved by one place. */
function moved(ids: readonly string[], at: number, by: -1 | 1): string[] {
  const after = ids.filter((_, index) => index !== at);
  after.splice(at + by, 0, ...ids.slice(at, at + 1));
  return after;
}

type TileProps = {
  image: Image | undefined;
  name: string;
  /** Whether the picture can be neither moved nor removed. */
  isClosed: boolean;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

/** Shows an uploaded image, with buttons to move and to remove it. */
function Tile({ image, name, isClosed, isFirst, isLast, onMove, onRemove }: TileProps) {
  const say = useSay();
  const buttons = [
    { does: 'image.moveEarlier', Icon: IconArrowLeft, act: () => onMove(-1), isOff: isFirst },
    { does: 'image.moveLater', Icon: IconArrowRight, act: () => onMove(1), isOff: isLast },
    { does: 'action.remove', Icon: IconX, act: onRemove, isOff: false },
  ] as const;
  const shown = buttons.filter(({ isOff }) => !isOff && !isClosed);
  return (
    <li className={css.tile}>
      {image && <img src={image.smallUrl} alt={name} className={css.picture} />}
      <div className={css.buttons}>
        {shown.map(({ does, Icon, act }) => (
          <ActionIcon
            key={does}
            size="sm"
            variant="default"
            className={css.button}
            aria-label={`${say(does)}: ${name}`}
            onClick={act}
          >
            <Icon size={15} aria-hidden />
          </ActionIcon>
        ))}
      </div>
    </li>
  );
}

/** Shows an image that is being uploaded. */
function Sending({ upload }: { upload: Upload }) {
  const say = useSay();
  return (
    <li className={css.tile} role="status">
      <div className={css.sending}>
        <span className={css.file}>{upload.name}</span>
        <span className={css.quiet}>
          {say(upload.step === 'compressing' ? 'image.compressing' : 'image.uploading')}
        </span>
        <span className={css.bar} data-step={upload.step} aria-hidden />
      </div>
    </li>
  );
}

function Chooser({
  accept,
  isMany,
  onChoose,
}: {
  accept: string;
  isMany: boolean;
  onChoose: (files: FileList | null) => void;
}) {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const dragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onChoose(event.dataTransfer.files);
  };
  return (
    <>
      <button
        type="button"
        className={css.add}
        data-over={isOver || undefined}
        onClick={() => input.current?.click()}
        onDragOver={dragOver}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <IconPhotoPlus size={22} aria-hidden />
        <span>{say(isMany ? 'image.add' : 'image.choose')}</span>
        <span className={css.quiet}>{say('image.orDrop')}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept={accept}
        multiple={isMany}
        aria-label={say('image.add')}
        onChange={(event) => {
          onChoose(event.currentTarget.files);
          // Without this, the same file could not be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
