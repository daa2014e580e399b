import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconDownload, IconFileOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Billed, downloadBilledPdf, downloadUbl, isElectronic } from '@/documents/electronic/download'
import type { Paper } from '@/documents/paper/paper'
import { PaperSheet } from '@/documents/paper/paper-sheet'
import { downloadPdf } from '@/documents/pdf/download'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { Problem } from '@/shared/ui/page/problem'
import { useRecordTitle } from '@/shared/hooks/record-title'
import classes from './public-paper.module.css'

type PublicPaperProps = {
  of: { isPending: boolean; isError: boolean; refetch: () => unknown }
  /** Null while it loads, and for an invalid link. */
  paper: Paper | null
  /** `invoice` */
  what: string
  /** Actions left of the PDF button. */
  actions?: ReactNode
  /** An invoice or credit note: its PDF carries its data, and the data can be had as a file. */
  billed?: Billed | null | undefined
  /** Below the paper. */
  children?: ReactNode
}

/** A paper of accounts at its public link: light, printable, with its PDF. */
export function PublicPaper({ of, paper, what, actions, billed, children }: PublicPaperProps) {
  const pdf = useOneMutation({
    mutationFn: async (made: Paper): Promise<readonly string[]> => {
      if (billed) return downloadBilledPdf(billed)
      await downloadPdf(made)
      return []
    },
  })
  const ubl = useOneMutation({ mutationFn: downloadUbl })
  useRecordTitle([paper?.title, paper?.number].filter(Boolean).join(' ') || `Your ${what}`)
  if (of.isPending) return <Skeleton className={classes.page ?? ''} height={640} />
  if (of.isError)
    return (
      <div className={classes.page}>
        <Problem onRetry={() => void of.refetch()}>{`Your ${what} could not be read`}</Problem>
      </div>
    )
  if (!paper)
    return (
      <EmptyScreen whole icon={<IconFileOff stroke={1.5} />} title={`This ${what} is not here`}>
        The link may have been closed, or a part of it is missing. Please ask us for a new one.
      </EmptyScreen>
    )
  return (
    <div className={classes.page}>
      <Group justify="flex-end" mb="md" className={classes.actions ?? ''}>
        {actions}
        {billed && isElectronic(billed) ? (
          <Button variant="subtle" loading={ubl.isPending} onClick={() => ubl.mutate(billed)}>
            For your accounting (UBL)
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
      {pdf.isError ? <Text c="red">The PDF could not be made. Please try again.</Text> : null}
      {billed && pdf.data && pdf.data.length > 0 ? (
        <Text>The PDF is made. It has no electronic invoice inside: please ask us for one if you need it.</Text>
      ) : null}
      {ubl.isError ? <Text c="red">{`No electronic invoice can be made: ${ubl.error.message}`}</Text> : null}
      <PaperSheet paper={paper} isPage />
      {children}
    </div>
  )
}
