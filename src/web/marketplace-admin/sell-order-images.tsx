import { useState } from 'react';
import { updateSellOrderDetails, uploadSellOrderImage, type AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import { SELL_ORDER_IMAGES_MAX } from '#domain/auction/images.ts';
import { ImagesCard } from '#web/auction-editor/thumbnail-card.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useUploads } from '#web/design/fields/use-uploads.ts';
import { useSellOrderChanged } from '#web/marketplace/sell-order-queries.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

type Props = { order: AdminSellOrder; /** Nothing can be changed. */ isClosed: boolean };

/** Pictures of what is offered, the first of which stands on lists: they are there as soon as they are chosen. */
export function SellOrderImages({ order, isClosed }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  const changed = useSellOrderChanged();
  const params = { id: order.id };
  const { images, title } = order;
  // Several are uploaded one after the other: each is added to those before it, also to what isn't read back yet.
  const [chosen, setChosen] = useState<readonly string[]>();
  const ids = chosen ?? images.map(({ id }) => id);
  const { run } = useChange({
    send: (imageIds: readonly string[]) =>
      api(updateSellOrderDetails, {
        params,
        body: { imageIds: [...imageIds], thumbnailId: imageIds[0] ?? null },
      }),
    onDone: async () => {
      await changed();
      toast('good', say('sellOrder.imagesSaved'));
    },
    onRefused: (error) => {
      setChosen(undefined);
      toast('bad', textOf(error));
    },
  });
  const choose = (next: readonly string[]) => {
    setChosen(next);
    run(next);
  };
  const uploads = useUploads({
    upload: (File) => api(uploadSellOrderImage, { params, body: { File, Type: 'SellOrderDetail' } }),
    onUploaded: ({ id }) => choose([...ids, id]),
  });
  return (
    <ImagesCard
      title="sellOrder.images"
      label="sellOrder.imagesLabel"
      help={{ text: say('image.itemHelp', { maximum: SELL_ORDER_IMAGES_MAX }) }}
      uploads={uploads}
      known={images}
      maximum={SELL_ORDER_IMAGES_MAX}
      subject={title}
      value={ids}
      onChange={choose}
      isClosed={isClosed}
    />
  );
}
