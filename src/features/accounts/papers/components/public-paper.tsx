import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconFileOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Billed, isElectronic } from '@/documents/electronic/billed'
import { downloadBilledPdf, downloadUbl } from '@/documents/electronic/download'
import type { Paper } from '@/documents/paper/paper'
import { PaperSheet } from '@/documents/paper/paper-sheet'
import { downloadPdf } from '@/documents/pdf/download'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { ClientNotice } from '@/kit/client-page/client-notice'
import { WayOn } from '@/kit/client-page/way-on'
import { Problem } from '@/shared/ui/page/problem'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { useSay } from '@/kit/client-page/use-say'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { useRecordTitle } from '@/shared/hooks/record-title'
import classes from './public-paper.module.css'

type PublicPaperProps = {
  of: { isError: boolean; refetch: () => unknown }
  /** Null for an invalid link. */
  paper: Paper | null
  what: 'invoice' | 'credit_note' | 'statement'
  /** Actions left of the PDF button. */
  actions?: ReactNode
  /** An invoice or credit note: its PDF carries its data, and the data can be had as a file. */
  billed?: Billed | null | undefined
  /** Below the paper. */
  children?: ReactNode
}

const your = { invoice: 'your_invoice', credit_note: 'your_credit_note', statement: 'your_statement' } as const
const unread = { invoice: 'invoice_unread', credit_note: 'credit_note_unread', statement: 'statement_unread' } as const
const notHere = {
  invoice: 'invoice_not_here',
  credit_note: 'credit_note_not_here',
  statement: 'statement_not_here',
} as const

/** A paper of accounts at its public link: light, printable, with its PDF. */
export function PublicPaper({ of, paper, what, actions, billed, children }: PublicPaperProps) {
  const say = useSay(accountsPart)
  const words = usePageWords()
  const pdf = useOneMutation({
    mutationFn: async (made: Paper): Promise<readonly string[]> => {
      if (billed) return downloadBilledPdf(billed)
      await downloadPdf(made)
      return []
    },
  })
  const ubl = useOneMutation({ mutationFn: downloadUbl })
  useRecordTitle([paper?.title, paper?.number].filter(Boolean).join(' ') || say(your[what]))
  if (of.isError)
    return (
      <div className={classes.page}>
        <Problem again={words.say('try_again')} onRetry={() => void of.refetch()}>
          {say(unread[what])}
        </Problem>
      </div>
    )
  if (!paper)
    return (
      <ClientNotice icon={<IconFileOff stroke={1.5} />} title={say(notHere[what])} actions={<WayOn />}>
        {say('not_here_text')}
      </ClientNotice>
    )
  return (
    <div className={classes.page}>
      <Group justify="flex-end" mb="md" className={classes.actions ?? ''}>
        {actions}
        {billed && isElectronic(billed) ? (
          <Button variant="subtle" loading={ubl.isPending} onClick={() => ubl.mutate(billed)}>
            {say('for_accounting')}
          </Button>
        ) : null}
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={pdf.isPending}
          onClick={() => pdf.mutate(paper)}
        >
          PDF
        </Button>
      </Group>
      {pdf.isError ? <Text c="red">{say('pdf_failed')}</Text> : null}
      {billed && pdf.data && pdf.data.length > 0 ? <Text>{say('pdf_without_data')}</Text> : null}
      {ubl.isError ? <Text c="red">{say('ubl_failed')}</Text> : null}
      <PaperSheet paper={paper} isPage />
      {children}
    </div>
  )
}
