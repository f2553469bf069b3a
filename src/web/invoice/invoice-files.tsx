import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { getInvoiceFileAsAdmin, getInvoiceFileAsUser, type InvoiceView } from '#contract/invoice/invoice.ts';
import type { BaseLanguage } from '#domain/basics/language.ts';
import { useDownload } from '#web/design/lists/download-button.tsx';
import { apiFile } from '#web/platform/calls/api.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './invoice.module.css';

type Props = { role: Role; invoice: Pick<InvoiceView, 'id' | 'number'> };

/** The files of a document: a PDF in each language, and a file for other software. */
export function InvoiceFiles({ role, invoice: { id, number } }: Props) {
  const say = useSay();
  const { take, isLoading } = useDownload();
  const load = (query: { format?: 'structured'; language?: BaseLanguage }) =>
    apiFile(role === 'admin' ? getInvoiceFileAsAdmin : getInvoiceFileAsUser, { params: { id }, query });
  const format = env().variant === 'TNBX' ? 'JSON' : 'XML';
  const files = [
    {
      label: 'PDF EN',
      what: say('invoice.pdfEn'),
      name: `${number}-en.pdf`,
      load: () => load({ language: 'en' }),
    },
    {
      label: 'PDF 中文',
      what: say('invoice.pdfZh'),
      name: `${number}-zh.pdf`,
      load: () => load({ language: 'zh' }),
    },
    {
      label: format,
      what: say('invoice.structured', { format }),
      name: `${number}.${format.toLowerCase()}`,
      load: () => load({ format: 'structured' }),
    },
  ];
  return (
    <div className={css.buttons} role="group" aria-label={say('invoice.downloadOf', { number })}>
      {files.map(({ label, what, ...file }) => (
        <Button
          key={label}
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          disabled={isLoading}
          title={what}
          aria-label={`${label} ${number}`}
          onClick={() => void take(file)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
