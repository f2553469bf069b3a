import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { removeBrandImage, uploadBrandImage } from '#contract/platform-setting/brand.ts';
import type { PlatformSettings } from '#contract/platform-setting/platform-setting.ts';
import { IMAGE_LIMIT } from '#domain/auction/images.ts';
import { judgeBytes } from '#domain/basics/file-limit.ts';
import { BRAND_IMAGE_ENDINGS, type BrandImage } from '#domain/platform-setting/brand.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { env, envStore, loadEnv } from '#web/platform/page/env.ts';
import { useErrorText, useSay, type Wrong } from '#web/platform/phrases/phrase.ts';
import { useStore } from '#web/platform/storage/store.ts';
import { SETTINGS } from '#web/platform-setting/use-group.ts';
import css from './brand-image-field.module.css';

type Images = PlatformSettings['brandImages'];
type Props = { image: BrandImage; uploadedUrl: string | null; isClosed: boolean };

const PHRASES = {
  logo: {
    label: 'platform.logo',
    help: 'platform.logoHelp',
    upload: 'platform.uploadLogo',
    standard: 'platform.defaultLogo',
    changed: 'platform.logoChanged',
  },
  icon: {
    label: 'platform.icon',
    help: 'platform.iconHelp',
    upload: 'platform.uploadIcon',
    standard: 'platform.defaultIcon',
    changed: 'platform.iconChanged',
  },
} as const;

/** The current logo or icon, with buttons to upload another one and to return to the default. */
export function BrandImageField({ image, uploadedUrl, isClosed }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  const { brand } = useStore(envStore) ?? env();
  const { set, refused, isPending } = useImage(image);
  const input = useRef<HTMLInputElement>(null);
  const words = PHRASES[image];
  const url = image === 'logo' ? brand.logoUrl : brand.iconUrl;
  return (
    <div role="group" aria-label={say(words.label)}>
      <div className={css.label}>{say(words.label)}</div>
      <div className={css.help}>{say(words.help)}</div>
      <div className={css.frame}>
        {url === null ? say('platform.noLogo') : <img className={css.image} src={url} alt={say(words.label)} />}
      </div>
      {!isClosed && (
        <div className={css.ways}>
          <Button variant="default" loading={isPending} onClick={() => input.current?.click()}>
            {say(words.upload)}
          </Button>
          {uploadedUrl !== null && (
            <Button variant="default" disabled={isPending} onClick={() => set(null)}>
              {say(words.standard)}
            </Button>
          )}
          <input
            ref={input}
            type="file"
            hidden
            tabIndex={-1}
            accept={BRAND_IMAGE_ENDINGS}
            aria-label={say(words.upload)}
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0];
              // Without this, the same file could not be chosen again.
              event.currentTarget.value = '';
              if (chosen) set(chosen);
            }}
          />
        </div>
      )}
      <div role="alert" className={css.refused}>
        {refused && textOf(refused)}
      </div>
    </div>
  );
}

/** Returns the function that stores an image, or returns to the default with null. */
function useImage(image: BrandImage) {
  const say = useSay();
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<Wrong>();
  const { run, isPending } = useChange<File | null, Images>({
    send: (file) =>
      file === null
        ? api(removeBrandImage, { params: { image } })
        : api(uploadBrandImage, { params: { image }, body: { File: file } }),
    onDone: (brandImages) => {
      queryClient.setQueryData<PlatformSettings>(SETTINGS.queryKey, (all) => all && { ...all, brandImages });
      void loadEnv();
      toast('good', say(PHRASES[image].changed));
    },
    onRefused: (error) => setRefused(error.fields['File'] ?? asApiError(error)),
  });
  const set = (file: File | null) => {
    const tooLarge = file ? judgeBytes(IMAGE_LIMIT, file.size) : undefined;
    setRefused(tooLarge);
    if (!tooLarge) run(file);
  };
  return { set, refused, isPending };
}
