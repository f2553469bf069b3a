import type { Auction } from '#contract/auction.ts';
import { updateDetails, updateOwnDetails, uploadImage, uploadOwnImage } from '#contract/image.ts';
import { IMAGE_ENDINGS } from '#domain/auction/images.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { Card } from '#web/design/facts.tsx';
import { ImagesField } from '#web/design/images-field.tsx';
import { Pictures } from '#web/design/pictures.tsx';
import { toast } from '#web/design/toast.tsx';
import { useUploads } from '#web/design/use-uploads.ts';
import { api } from '#web/platform/api.ts';
import { useErrorText, useSay } from '#web/platform/phrase.ts';
import type { Role } from '#web/platform/session.ts';
import { useChange } from '#web/platform/use-change.ts';

type Props = { auction: Auction; role: Role; /** Nothing can be changed. */ isClosed: boolean };

/** The picture of the auction on lists and its page: it is there as soon as it is chosen. */
export function ThumbnailCard({ auction, role, isClosed }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  const changed = useAuctionChanged(auction.id);
  const params = { id: auction.id };
  const { thumbnail } = auction;
  const { run } = useChange({
    send: (thumbnailId: string | null) =>
      api(role === 'admin' ? updateDetails : updateOwnDetails, { params, body: { thumbnailId } }),
    onDone: async (saved) => {
      await changed();
      toast('good', say(saved.thumbnail ? 'image.thumbnailSaved' : 'image.thumbnailRemoved'));
    },
    onRefused: (error) => toast('bad', textOf(error)),
  });
  const uploads = useUploads({
    upload: (File) =>
      api(role === 'admin' ? uploadImage : uploadOwnImage, { params, body: { File, Type: 'AuctionThumbnail' } }),
    onUploaded: ({ id }) => run(id),
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
          onChange={() => run(null)}
          onBlur={() => {}}
          refusal={undefined}
        />
      )}
    </Card>
  );
}
