import type { ComponentProps } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { updateDetails, updateOwnDetails, uploadImage, uploadOwnImage } from '#contract/auction/image.ts';
import { IMAGE_ENDINGS } from '#domain/auction/images.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { ImagesField } from '#web/design/fields/images-field.tsx';
import { useUploads } from '#web/design/fields/use-uploads.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { Pictures } from '#web/design/layout/pictures.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

type Props = { auction: Auction; role: Role; /** True if nothing can be changed. */ isClosed: boolean };

/** The auction's picture for lists and for its page. A chosen picture is saved immediately. */
export function ThumbnailCard({ auction, role, isClosed }: Props) {
  const say = useSay();
  const params = { id: auction.id };
  const { thumbnail } = auction;
  const { act: save } = useAction({
    send: (thumbnailId: string | null) =>
      api(role === 'admin' ? updateDetails : updateOwnDetails, { params, body: { thumbnailId } }),
    changed: useAuctionChanged(auction.id),
    done: (_chosen, saved) => say(saved.thumbnail ? 'image.thumbnailSaved' : 'image.thumbnailRemoved'),
  });
  const uploads = useUploads({
    upload: (File) =>
      api(role === 'admin' ? uploadImage : uploadOwnImage, { params, body: { File, Type: 'AuctionThumbnail' } }),
    onUploaded: ({ id }) => save(id),
  });
  const images = thumbnail ? [thumbnail] : [];
  return (
    <ImagesCard
      title="image.thumbnail"
      label="image.thumbnailLabel"
      help="image.help"
      uploads={uploads}
      known={images}
      maximum={1}
      subject={auction.title}
      value={images.map(({ id }) => id)}
      onChange={() => save(null)}
      isClosed={isClosed}
    />
  );
}

type CardProps = Omit<ComponentProps<typeof ImagesField>, 'accept' | 'onBlur' | 'refusal'> & {
  title: PhraseKey;
  isClosed: boolean;
};

/**
 * Lets the person change pictures, which are saved as soon as they are chosen. If nothing can be changed, shows the
 * stored pictures.
 */
export function ImagesCard({ title, isClosed, ...field }: CardProps) {
  const { known, subject } = field;
  if (isClosed && known.length === 0) return null;
  return (
    <Card title={title}>
      {isClosed ? (
        <Pictures images={known} subject={subject} />
      ) : (
        <ImagesField {...field} accept={IMAGE_ENDINGS} onBlur={() => {}} refusal={undefined} />
      )}
    </Card>
  );
}
