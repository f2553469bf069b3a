import type { Auction } from '#contract/auction/auction.ts';
import { updateDetails, updateOwnDetails, uploadImage, uploadOwnImage } from '#contract/auction/image.ts';
import { IMAGE_ENDINGS } from '#domain/auction/images.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { ImagesField } from '#web/design/fields/images-field.tsx';
import { useUploads } from '#web/design/fields/use-uploads.ts';
import { Card } from '#web/design/layout/facts.tsx';
import { Pictures } from '#web/design/layout/pictures.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useAct } from '#web/design/dialogs/use-act.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

type Props = { auction: Auction; role: Role; /** Nothing can be changed. */ isClosed: boolean };

/** The picture of the auction on lists and its page: it is there as soon as it is chosen. */
export function ThumbnailCard({ auction, role, isClosed }: Props) {
  const say = useSay();
  const params = { id: auction.id };
  const { thumbnail } = auction;
  const { act: save } = useAct({
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
  if (isClosed && !thumbnail) return null;
  return (
    <Card title="image.thumbnail">
      {isClosed ? (
        <Pictures images={thumbnail ? [thumbnail] : []} subject={auction.title} />
      ) : (
        <ImagesField
          label="image.thumbnailLabel"
          help="image.help"
          uploads={uploads}
          known={thumbnail ? [thumbnail] : []}
          maximum={1}
          accept={IMAGE_ENDINGS}
          subject={auction.title}
          value={thumbnail ? [thumbnail.id] : []}
          onChange={() => save(null)}
          onBlur={() => {}}
          refusal={undefined}
        />
      )}
    </Card>
  );
}
