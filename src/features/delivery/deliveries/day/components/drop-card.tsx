import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight, IconCalendarOff, IconDots, IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatusBadge } from '@/kit/record/status-badge'
import { onHoldWords } from '@/shared/db/reads/open-work'
import { contactName } from '@/shared/domain/people/contact'
import { RecordLink } from '@/shared/ui/page/record-links'
import { useNow } from '@/shared/hooks/use-now'
import type { Drop } from '../../api/day.query'
import { lateDeliveryText } from '@/shared/domain/time/late-delivery'
import { methodLabel } from '@/shared/domain/records/delivery-method'
import { placeOf } from '../../place'
import { kilosText, longestOf, metresText } from '../lanes'
import classes from './board.module.css'

/** A target in a drop's menu. */
export type Goal = { key: string; label: string; why: string | null; go: () => void }

type DropCardProps = {
  drop: Drop
  /** `09:30–10:15`, or the text for a delivery without a time. */
  window: string
  place?: number
  conflicts?: readonly string[]
  goals?: readonly Goal[]
  grip?: ReactNode
}

/** One drop: time, title, client, address and size. */
export function DropCard({ drop, window, place, conflicts = [], goals, grip }: DropCardProps) {
  const { contact, method } = drop
  const goesTo = placeOf(drop)?.words ?? (method === 'pickup' || method === 'electronic' ? null : 'No place yet')
  const longest = longestOf(drop)
  const size = [
    methodLabel(drop.method),
    longest === null ? null : `longest side ${metresText(longest)}`,
    drop.weight_kg === null ? null : kilosText(drop.weight_kg),
  ]
  return (
    <article
      className={classes.card}
      aria-label={`${drop.delivery_number} ${drop.project_title}`}
      data-done={drop.status === 'delivered' || null}
    >
      <header className={classes.head}>
        {grip}
        {place === undefined ? null : <span className={classes.place}>{place}</span>}
        <Text span size="sm" fw={600} className={classes.window}>
          {window}
        </Text>
        {goals ? <CardMenu number={drop.delivery_number} goals={goals} /> : null}
      </header>
      <Text size="sm" fw={500} lineClamp={2}>
        <RecordLink kind="delivery" id={drop.id}>
          {drop.project_title}
        </RecordLink>
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {[contact ? contactName(contact) : null, goesTo].filter(Boolean).join(' · ')}
      </Text>
      <div className={classes.foot}>
        <StatusBadge kind="delivery" status={drop.status} />
        <Text span size="xs" c="dimmed">
          {drop.delivery_number} · {size.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Warnings of={drop} />
      {conflicts.map((words) => (
        <Text key={words} size="xs" className={classes.conflict}>
          <IconAlertTriangle size={14} aria-hidden /> {words}
        </Text>
      ))}
    </article>
  )
}

/** What is wrong with a drop: on hold, late, not made, not delivered. */
function Warnings({ of }: { of: Drop }) {
  const late = lateDeliveryText(of, useNow(60_000))
  const words = [
    of.status === 'delivered' ? null : onHoldWords(of),
    late,
    of.not_made && of.status !== 'delivered' ? `Not made yet: ${of.not_made}` : null,
    of.failed_reason ? `Not delivered: ${of.failed_reason}` : null,
  ].filter((text) => text !== null)
  return words.map((text) => (
    <Text key={text} size="xs" c="magenta" lineClamp={2}>
      {text}
    </Text>
  ))
}

const CardMenu = ({ number, goals }: { number: string; goals: readonly Goal[] }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon ml="auto" variant="subtle" color="gray" size="md" aria-label={`Move ${number}`}>
        <IconDots size={16} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>Move to…</Menu.Label>
      {goals.map(({ key, label, why, go }) => (
        <Menu.Item
          key={key}
          disabled={why !== null}
          leftSection={
            key === 'none' ? <IconCalendarOff size={16} aria-hidden /> : <IconArrowRight size={16} aria-hidden />
          }
          onClick={go}
        >
          {label}
          {why === null ? null : (
            <Text size="xs" c="dimmed">
              {why}
            </Text>
          )}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

/** The mark of a drop that can be dragged. */
export const GripIcon = () => <IconGripVertical size={16} stroke={1.5} aria-hidden />
