import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconFileOff, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PaperSheet } from '@/documents/paper/paper-sheet'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { Problem } from '@/shared/ui/page/problem'
import { useSay } from '@/kit/client-page/use-say'
import { ClientNotice } from '@/kit/client-page/client-notice'
import { WayOn } from '@/kit/client-page/way-on'
import { useLive } from '@/kit/live/use-live'
import { ClientPage } from '@/kit/client-page/client-page'
import { deliveryPart } from '@/shared/domain/texts/delivery/part'
import { topics } from '@/shared/domain/records/nudge'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { type PublicNote, noteQuery } from '../api/note.query'
import { noteAsPaper } from '@/documents/paper/delivery-note'
import { noteWords } from '../note-words'
import classes from './note-page.module.css'

/** /delivery-note/:id: the delivered lines at the public link, for the client and the receiver. */
export const DeliveryNotePage = ({ id }: { id: string }) => <NotePage id={id} isDrop={false} />

/** /partial-delivery-note/:id: one drop: ordered, before, now, still to come. */
export const PartialDeliveryNotePage = ({ id }: { id: string }) => <NotePage id={id} isDrop />

const parts = [deliveryPart]

function NotePage({ id, isDrop }: { id: string; isDrop: boolean }) {
  const note = useQuery(noteQuery(id, isDrop))
  useLive(['delivery-note', id], [{ topic: topics.document(id) }])
  if (note.isPending) return <LoadingScreen />
  return (
    <ClientPage
      parts={parts}
      own={note.data?.clientLanguage}
      company={note.data?.note.language}
      seller={note.data?.note.company}
    >
      {note.data ? (
        <Shown note={note.data.note} />
      ) : (
        <Nothing onRetry={note.isError ? () => void note.refetch() : null} />
      )}
    </ClientPage>
  )
}

/** The link opens nothing, or, with `onRetry`, could not be read. */
function Nothing({ onRetry }: { onRetry: (() => void) | null }) {
  const say = useSay(deliveryPart)
  const words = usePageWords()
  if (onRetry)
    return (
      <Problem again={words.say('try_again')} onRetry={onRetry}>
        {say('note_unread')}
      </Problem>
    )
  return (
    <ClientNotice icon={<IconFileOff stroke={1.5} />} title={say('closed_title')} actions={<WayOn />}>
      {say('closed_text')}
    </ClientNotice>
  )
}

function Shown({ note }: { note: PublicNote['note'] }) {
  const say = useSay(deliveryPart)
  const words = usePageWords()
  const [isMaking, setIsMaking] = useState(false)
  useRecordTitle(say('delivery_note'))
  const paper = noteAsPaper(note)
  const download = async () => {
    setIsMaking(true)
    const { downloadPdf } = await import('@/documents/pdf/download')
    await downloadPdf(paper).finally(() => setIsMaking(false))
  }
  return (
    <div className={classes.page}>
      <Group justify="flex-end" gap="xs" mb="md" data-no-print>
        <Text role="status" className={classes.words ?? ''}>
          {noteWords(note, say, words.day)}
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
          {words.say('print')}
        </Button>
      </Group>
      <PaperSheet paper={paper} isPage />
    </div>
  )
}
