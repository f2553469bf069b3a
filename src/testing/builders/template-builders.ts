import type { BodyOf } from '#contract/basics/route.ts';
import { uploadTemplateFile, uploadTemplateImage, type createTemplate } from '#contract/template.ts';
import type { SignedIn, World } from '#testing/world/world.ts';

type Body = BodyOf<typeof createTemplate>;

/** Returns a template as an administrator's screen sends it: a guide for everyone, in English. */
export const aTemplate = (changes: Partial<Body> = {}): Body => ({
  documentName: 'Guide for buyers',
  templateType: 'UserGuide',
  audience: 'Everyone',
  isInUse: true,
  contents: inEnglish('<p>Welcome</p>'),
  ...changes,
});

export const inEnglish = (html: string): Body['contents'] => ({ en: { kind: 'text', html }, zh: null });

type Upload = { readonly bytes: Uint8Array; readonly name?: string };

const formOf = ({ bytes, name = 'x.pdf' }: Upload): FormData => {
  const form = new FormData();
  form.set('File', new File([new Uint8Array(bytes)], name));
  return form;
};

/** Uploads a file of a template as a browser does. `uploadPicture` uploads an image in the same way. */
export const uploadFile = (w: World, who: SignedIn | undefined, upload: Upload, headers: Record<string, string> = {}) =>
  w.call(who, uploadTemplateFile, { form: formOf(upload), headers });
export const uploadPicture = (w: World, who: SignedIn | undefined, upload: Upload) =>
  w.call(who, uploadTemplateImage, { form: formOf(upload) });
