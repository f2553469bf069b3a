import type { Language } from '#domain/basics/language.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import type { ImageLinks } from '#server/platform/files/image-links.ts';
import type { SignedLinks } from '#server/platform/files/signed-links.ts';
import type { TemplateFileType } from '#domain/template/template-file.ts';

/** What operations on templates need from the composition root. */
export type TemplateParts = {
  readonly files: FileStore;
  readonly images: ImageLinks;
  readonly documentLinks: SignedLinks;
};

/** A file's bytes, by the name that they are kept under. */
export const storedName = (id: string, fileType: TemplateFileType): string => `${id}.${fileType}`;

export const otherThan = (language: Language): Language => (language === 'en' ? 'zh' : 'en');
