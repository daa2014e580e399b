import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconFileOff, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PaperSheet } from '@/documents/paper/paper-sheet'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { Problem } from '@/shared/ui/page/problem'
import { noteQuery } from '../api/note.query'
import { noteAsPaper } from '@/documents/paper/delivery-note'
import { noteWords } from '../note-words'
import classes from './note-page.module.css'

/** /delivery-note/:id: the delivered lines at the public link, for the client and the receiver. */
export const DeliveryNotePage = ({ id }: { id: string }) => <NotePage id={id} isDrop={false} />

/** /partial-delivery-note/:id: one drop: ordered, before, now, still to come. */
export const PartialDeliveryNotePage = ({ id }: { id: string }) => <NotePage id={id} isDrop />

function NotePage({ id, isDrop }: { id: string; isDrop: boolean }) {
  const note = useQuery(noteQuery(id, isDrop))
  const [isMaking, setIsMaking] = useState(false)
  if (note.isPending) return <LoadingScreen />
  if (note.isError) return <Problem onRetry={() => void note.refetch()}>The delivery note could not be read</Problem>
  if (note.data === null)
    return (
      <EmptyScreen whole icon={<IconFileOff stroke={1.5} />} title="This link does not open anything any more">
        Please ask us for a new one.
      </EmptyScreen>
    )
  const paper = noteAsPaper(note.data)
  const download = async () => {
    setIsMaking(true)
    const { downloadPdf } = await import('@/documents/pdf/download')
    await downloadPdf(paper).finally(() => setIsMaking(false))
  }
  return (
    <div className={classes.page}>
      <Group justify="flex-end" gap="xs" mb="md" data-no-print>
        <Text role="status" className={classes.words ?? ''}>
          {noteWords(note.data)}
        </Text>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={isMaking}
          onClick={() => void download()}
        >
          PDF
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      <PaperSheet paper={paper} isPage />
    </div>
  )
}
