import { ActionIcon, CloseButton, ScrollArea, Text, TextInput } from '@mantine/core'
import { IconCalendarPlus, IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { weekdayText } from '@/shared/domain/text/formats'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { todayOf } from '@/shared/domain/time/today'
import { useNow } from '@/shared/hooks/use-now'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { type Entry, type EntryKind, keyOf, kindLabels } from '../entry'
import { formatDuration } from '../load'
import { useCalendar } from './calendar-context'
import { EntryChip } from './entry-chip'
import classes from './calendar.module.css'

const order: readonly EntryKind[] = ['installation', 'delivery', 'step', 'job', 'task']

type WaitingPanelProps = { entries: readonly Entry[] | undefined; onPlan: (entry: Entry) => void; onClose: () => void }

/** The entries without a time. They can be dragged into the calendar, and entries dropped here lose their time. */
export function WaitingPanel({ entries, onPlan, onClose }: WaitingPanelProps) {
  const { moves } = useCalendar()
  const [words, setWords] = useState('')
  const isFound = (entry: Entry) =>
    foldAccents([entry.title, entry.detail, entry.number].filter(Boolean).join(' ')).includes(foldAccents(words.trim()))
  const today = todayOf(useNow(60_000))
  const isOver = moves.moving?.target === 'waiting'
  return (
    <aside className={classes.waiting} aria-label="Without a time" data-drop="waiting" data-over={isOver || undefined}>
      <header className={classes.waitingHead}>
        <h2>Without a time</h2>
        <ActionIcon variant="subtle" aria-label="Close the list" onClick={onClose}>
          <IconX size={18} stroke={1.5} />
        </ActionIcon>
      </header>
      <TextInput
        aria-label="Search entries without a time"
        placeholder="Search"
        size="xs"
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={words ? <CloseButton size="xs" aria-label="Clear" onClick={() => setWords('')} /> : null}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {isOver && moves.moving?.problem ? (
        <Text size="sm" c="red" mt="xs">
          {moves.moving.problem}
        </Text>
      ) : null}
      <ScrollArea
        className={classes.waitingList ?? ''}
        classNames={{ content: classes.waitingContent ?? '' }}
        type="auto"
        offsetScrollbars="y"
      >
        {entries === undefined ? <LineSkeletons count={4} height={52} /> : null}
        {entries?.length === 0 ? (
          <Text c="dimmed" size="sm" py="md">
            Everything has its time.
          </Text>
        ) : null}
        {order.map((kind) => {
          const some = (entries ?? []).filter((entry) => entry.kind === kind && isFound(entry))
          return some.length === 0 ? null : (
            <section key={kind} className={classes.waitingGroup}>
              <h3>
                {kind === 'step'
                  ? 'Steps'
                  : kind === 'job'
                    ? 'Jobs'
                    : kind === 'task'
                      ? 'Tasks'
                      : kindLabels[kind].many}
                <span>{some.length}</span>
              </h3>
              {some.map((entry) => (
                <div key={keyOf(entry)} className={classes.waitingItem}>
                  <EntryChip entry={entry} look="card">
                    <span className={classes.waitingFoot}>
                      {[
                        entry.minutes === null ? null : formatDuration(entry.minutes),
                        entry.dueOn ? `due ${weekdayText(entry.dueOn)}` : null,
                      ]
                        .filter(Boolean)
                        .join(', ')}
                      {entry.dueOn && entry.dueOn < today ? (
                        <Text span inherit c="magenta">
                          {' '}
                          Late
                        </Text>
                      ) : null}
                    </span>
                  </EntryChip>
                  {entry.mayMove ? (
                    <ActionIcon
                      variant="subtle"
                      size="sm"
                      className={classes.waitingPlan ?? ''}
                      aria-label={`Plan ${entry.title}`}
                      onClick={() => onPlan(entry)}
                    >
                      <IconCalendarPlus size={16} stroke={1.5} />
                    </ActionIcon>
                  ) : null}
                </div>
              ))}
            </section>
          )
        })}
      </ScrollArea>
    </aside>
  )
}
