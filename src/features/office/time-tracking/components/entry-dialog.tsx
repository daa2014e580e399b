import { Button, Modal, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { momentText } from '@/shared/domain/text/formats'
import { type TimeEntry, workedFor } from '@/shared/domain/time/time-entry'
import { correctionsQuery } from '../api/corrections.query'
import { entryQuery } from '../api/entries.query'
import { peopleQuery } from '../api/people.query'
import { useLiveTimeOfAll } from '../use-live-time'
import { AskCorrection } from './ask-correction'
import { CorrectionForm } from './correction-form'
import { CorrectionHistory } from './correction-history'
import classes from './time-tracking.module.css'
import { LoadError } from './load-error'
import { WorkOfEntry } from './work-of-entry'
import { WorkedTime } from './worked-time'

type EntryDialogProps = { entryId: string | null; userId: string; onClose: () => void }

const isId = (id: string) => z.guid().safeParse(id).success

/** One timer with its sessions. Its person can correct it until it is completed, and request a correction afterwards. */
export const EntryDialog = ({ entryId, userId, onClose }: EntryDialogProps) => (
  <Modal opened={entryId !== null} onClose={onClose} size="lg" title="Timer">
    {entryId === null ? null : isId(entryId) ? (
      <OneEntry key={entryId} id={entryId} userId={userId} onDone={onClose} />
    ) : (
      <NotFound />
    )}
  </Modal>
)

function OneEntry({ id, userId, onDone }: { id: string; userId: string; onDone: () => void }) {
  const { data: entry, isPending, refetch } = useQuery(entryQuery(id))
  const claimed = useQuery(correctionsQuery(id)).data?.find(({ status }) => status === 'requested')
  if (isPending) return <Skeleton height={180} />
  if (entry === undefined) return <LoadError what="The timer" onRetry={() => void refetch()} />
  if (entry === null) return <NotFound />
  return (
    <>
      <Text fw={600} size="lg">
        {workedFor(entry)}
      </Text>
      <Text c="dimmed" mb="md">
        {claimed && entry.sessions.length === 0 ? (
          `Waits for approval · ${claimed.total_after}`
        ) : (
          <>
            {labels[entry.status]} · <WorkedTime entry={entry} />
          </>
        )}
        {entry.userId === userId ? null : <Owner entry={entry} />}
      </Text>
      <WorkOfEntry entryId={entry.id} isMine={entry.userId === userId} />
      {entry.userId === userId && entry.status !== 'completed' ? (
        <CorrectionForm entry={entry} onDone={onDone} />
      ) : (
        <Closed entry={entry} isMine={entry.userId === userId} />
      )}
      <CorrectionHistory entryId={entry.id} />
    </>
  )
}

/** A completed entry, or a colleague's. Its person may request one correction at a time. */
function Closed({ entry, isMine }: { entry: TimeEntry; isMine: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const { data: corrections } = useQuery(correctionsQuery(entry.id))
  if (isAsking) return <AskCorrection entry={entry} onDone={() => setAsking(false)} />
  const mayAsk =
    isMine &&
    entry.sessions.length > 0 &&
    corrections !== undefined &&
    corrections.every(({ status }) => status !== 'requested')
  return (
    <>
      <Sessions entry={entry} />
      {mayAsk ? (
        <Button variant="default" mt="md" onClick={() => setAsking(true)}>
          Correct this time
        </Button>
      ) : null}
    </>
  )
}

/** The owner of another person's entry. It is updated live. */
function Owner({ entry }: { entry: TimeEntry }) {
  useLiveTimeOfAll()
  const { data: names } = useQuery(peopleQuery([entry.userId]))
  return ` · ${names?.get(entry.userId) ?? entry.userEmail}`
}

const labels = { active: 'Running', paused: 'Paused', completed: 'Completed' } as const

const NotFound = () => <Text c="dimmed">This timer was not found. It may have been removed, or it is not yours.</Text>

const Sessions = ({ entry }: { entry: TimeEntry }) => (
  <table className={classes.sessions}>
    <thead>
      <tr>
        <th>From</th>
        <th>To</th>
        <th>Duration</th>
      </tr>
    </thead>
    <tbody>
      {entry.sessions.map((session, place) => (
        <tr key={place}>
          <td>{timeOf(session.startTime)}</td>
          <td>{session.endTime === null ? 'now' : timeOf(session.endTime)}</td>
          <td>{session.endTime === null ? '' : (session.duration ?? '')}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const timeOf = (at: string) => (Number.isNaN(Date.parse(at)) ? at : momentText(at))
