import { IconFileTypeDoc, IconFileTypePdf, IconFileTypePpt, IconFileTypeXls, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FileContent } from '#contract/template.ts';
import { formatBytes } from '#web/platform/format/format.ts';
import css from './file-field.module.css';

const PICTURES: Record<FileContent['fileType'], Icon> = {
  pdf: IconFileTypePdf,
  doc: IconFileTypeDoc,
  docx: IconFileTypeDoc,
  xls: IconFileTypeXls,
  xlsx: IconFileTypeXls,
  ppt: IconFileTypePpt,
  pptx: IconFileTypePpt,
};

/** A file of a template: what it is called, what and how large it is, and what can be done with it. */
export function FileLine({ file, children }: { file: FileContent; children?: ReactNode }) {
  const Picture = PICTURES[file.fileType];
  return (
    <div className={css.line}>
      <Picture size={28} stroke={1.5} aria-hidden />
      <div className={css.about}>
        <a className={css.name} href={file.url} download={file.fileName}>
          {file.fileName}
        </a>
        <span className={css.quiet}>
          {file.fileType.toUpperCase()}, {formatBytes(file.size)}
        </span>
      </div>
      {children && <div className={css.ways}>{children}</div>}
    </div>
  );
}
