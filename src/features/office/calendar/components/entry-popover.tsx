import { ActionIcon, Button, Group, Popover, Stack, Text } from '@mantine/core'
import { IconArrowsMove, IconCalendarOff, IconClock, IconMapPin, IconUser, IconX } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { weekdayText } from '@/shared/domain/text/formats'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { linkTo } from '@/shared/lib/address'
import { type Entry, isScheduled, kindLabels, mayWait } from '../entry'
import { formatDuration } from '../load'
import { useCalendar } from './calendar-context'
import { timeWords } from './entry-chip'
import classes from './calendar.module.css'

type EntryPopoverProps = {
  entry: Entry
  at: DOMRect
  onClose: () => void
  onMove: () => void
  onWait: () => void
}

const statusWords = (status: string) => status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ')

/** The details of an entry, its link, and buttons that move it without dragging. */
export function EntryPopover({ entry, at, onClose, onMove, onWait }: EntryPopoverProps) {
  const { nameOf, placeName } = useCalendar()
  const href = useRecordHref()
  const to = addressOf(entry, href)
  const people = entry.people.flatMap((id) => nameOf(id) ?? [])
  const place = placeName(entry.workCentre ?? entry.van)
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      width={320}
      position="right-start"
      shadow="md"
      withinPortal
      trapFocus
      returnFocus
      offset={8}
    >
      <Popover.Target>
        <div
          aria-hidden
          style={{
            position: 'fixed',
            top: at.top,
            left: at.left,
            width: at.width,
            height: Math.min(at.height, 400),
            pointerEvents: 'none',
          }}
        />
      </Popover.Target>
      <Popover.Dropdown data-kind={entry.kind} className={classes.details ?? ''} aria-label={entry.title}>
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <Text size="xs" className={classes.kindSign ?? ''}>
            {kindLabels[entry.kind].one} · {statusWords(entry.status)}
          </Text>
          <ActionIcon variant="subtle" size="sm" aria-label="Close" onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        </Group>
        <Text fw={600} className={classes.detailsTitle ?? ''}>
          {entry.title}
        </Text>
        {entry.detail || entry.number ? (
          <Text size="sm" c="dimmed">
            {[entry.number, entry.detail].filter(Boolean).join(' · ')}
          </Text>
        ) : null}
        <Stack gap={6} my="sm">
          <Fact icon={<IconClock size={16} stroke={1.5} />}>{whenWords(entry)}</Fact>
          {people.length > 0 ? <Fact icon={<IconUser size={16} stroke={1.5} />}>{people.join(', ')}</Fact> : null}
          {place ? <Fact icon={<IconMapPin size={16} stroke={1.5} />}>{place}</Fact> : null}
          {entry.amount ? <Text fw={600}>{entry.amount}</Text> : null}
        </Stack>
        <Group gap="xs">
          {to ? (
            <Button component={Link} to={to} size="compact-sm" variant="default">
              Open
            </Button>
          ) : null}
          {entry.mayMove ? (
            <Button size="compact-sm" leftSection={<IconArrowsMove size={14} aria-hidden />} onClick={onMove}>
              {isScheduled(entry) ? 'Move…' : 'Plan…'}
            </Button>
          ) : null}
          {entry.mayMove && isScheduled(entry) && mayWait(entry.kind) ? (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconCalendarOff size={14} aria-hidden />}
              onClick={onWait}
            >
              Take out
            </Button>
          ) : null}
        </Group>
        {entry.mayMove ? null : (
          <Text size="xs" c="dimmed" mt="xs">
            {whyFixed(entry)}
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

const Fact = ({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) => (
  <Group gap={8} wrap="nowrap" align="flex-start">
    <span aria-hidden>{icon}</span>
    <Text size="sm">{children}</Text>
  </Group>
)

function whenWords(entry: Entry): string {
  if (!isScheduled(entry)) {
    const length = entry.minutes === null ? '' : `, takes ${formatDuration(entry.minutes)}`
    return `No time yet${length}${entry.dueOn ? `. Its job is due ${weekdayText(entry.dueOn)}` : ''}`
  }
  const first = weekdayText(entry.firstDay)
  if (entry.from === null) return entry.firstDay === entry.lastDay ? first : `${first} to ${weekdayText(entry.lastDay)}`
  return `${first}, ${timeWords(entry)}`
}

function whyFixed(entry: Entry): string {
  if (entry.kind === 'payment') return 'The due date of an issued invoice does not move.'
  if (entry.kind === 'absence') return 'Leave is asked for and approved in the working schedule.'
  if (entry.kind === 'closure') return 'Days closed are kept in the booking list.'
  if (entry.isDone) return 'It is done, so it stays where it is.'
  return 'It cannot be moved in this state, or you may not move it.'
}

function addressOf(entry: Entry, href: ReturnType<typeof useRecordHref>): string | null {
  if (entry.kind === 'step') return entry.parentId ? href('job', entry.parentId) : null
  if (entry.kind === 'job') return href('job', entry.id)
  if (entry.kind === 'delivery' || entry.kind === 'installation') return href('delivery', entry.id)
  if (entry.kind === 'payment') return href('invoice', entry.id)
  if (entry.kind === 'task') return href('task', entry.id)
  if (entry.kind === 'booking') return `${linkTo('/booking-list')}?booking=${entry.id}`
  if (entry.kind === 'shift' || entry.kind === 'absence') return linkTo('/staff-scheduling')
  return linkTo('/booking-list')
}
