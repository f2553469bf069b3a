import type { Language } from '#domain/basics/language.ts';
import type { TemplateFileType } from '#domain/template/template-file.ts';
import type { ContentWish, TemplateAudience } from '#domain/template/template.ts';
import type { TemplateType } from '#domain/template/template-type.ts';
import type { DefaultTime, Time, Json } from '#server/platform/tables/column-types.ts';

/** What a version says in each language: texts cleaned, files and pictures by their ids. */
export type StoredContents = Readonly<Record<Language, ContentWish | null>>;

/** The tables of templates, as queries see them. */
export type TemplateTables = {
  template: {
    id: string;
    template_type: TemplateType;
    version: number;
    created_by: string;
    created_at: DefaultTime;
    deleted_at: Time | null;
  };
  template_version: {
    template_id: string;
    version: number;
    document_name: string;
    audience: TemplateAudience;
    is_in_use: boolean;
    contents: Json<StoredContents>;
    contents_since: number;
    updated_by: string;
    updated_at: DefaultTime;
  };
  template_file: {
    id: string;
    file_name: string;
    file_type: TemplateFileType;
    size: number;
    uploaded_by: string;
    created_at: DefaultTime;
  };
  template_version_file: { template_id: string; version: number; file_id: string };
  template_version_image: { template_id: string; version: number; image_id: string };
  template_acceptance: { user_id: string; template_id: string; version: number; accepted_at: DefaultTime };
};
