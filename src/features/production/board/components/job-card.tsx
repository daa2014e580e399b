import { Avatar, Menu, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconArrowRight, IconDots, IconGripVertical, IconHandStop, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode } from 'react'
import { LateMenu } from '@/kit/menu/late-menu'
import { contactName } from '@/shared/domain/contact'
import { RecordLink } from '@/shared/ui/record-links'
import { useNow } from '@/shared/ui/use-now'
import { nextStep, peopleOf } from '../../shared/card'
import { waitingFor } from '../../shared/waiting'
import type { JobCard } from '../../shared/api/cards.query'
import { DueDay, StepsBar } from '../../shared/job-parts'
import { movesFrom, type Stage, stageLabel } from '../../shared/stages'
import { staffQuery } from '@/shared/db/staff.query'
import classes from './board.module.css'

export type CardActions = {
  onMove: (card: JobCard, to: Stage) => void
  onHold: (card: JobCard) => void
  onRelease: (card: JobCard) => void
}

type CardProps = { card: JobCard; grip?: ReactNode; actions?: CardActions | null }

/** A job on the board: number, title, client, due day, steps, people, and whether somebody works on it now. */
export const Card = ({ card, grip, actions = null }: CardProps) => (
  <article className={classes.card} data-priority={card.priority} aria-label={`${card.job_number} ${card.title}`}>
    <header className={classes.head}>
      {grip}
      <Head card={card} actions={actions} />
    </header>
    <Body card={card} />
  </article>
)

/** Drawn again when its job changes, not with each move of another card. */
const Head = memo(function Head({ card, actions }: { card: JobCard; actions: CardActions | null }) {
  const isRunning = card.steps.some(({ status }) => status === 'in_progress')
  return (
    <>
      <RecordLink kind="job" id={card.id}>
        {card.job_number}
      </RecordLink>
      {isRunning ? (
        <Tooltip label={`${nextStep(card.steps)?.name ?? 'A step'} runs now`}>
          <span className={classes.running}>
            <VisuallyHidden>Somebody works on it now</VisuallyHidden>
          </span>
        </Tooltip>
      ) : null}
      {card.priority === 'urgent' || card.priority === 'high' ? (
        <Text span size="xs" fw={600} c={card.priority === 'urgent' ? 'magenta' : 'dimmed'}>
          {card.priority === 'urgent' ? 'Urgent' : 'High'}
        </Text>
      ) : null}
      {actions ? <CardMenu card={card} actions={actions} /> : null}
    </>
  )
})

const Body = memo(function Body({ card }: { card: JobCard }) {
  const { data: staff = [] } = useQuery(staffQuery)
  const next = nextStep(card.steps)
  const people = peopleOf(card).flatMap((id) => staff.find(({ value }) => value === id)?.label ?? [])
  const waits = waitingFor(card, useNow(60_000))
  return (
    <>
      <Text size="sm" fw={500} lineClamp={2}>
        {card.title}
      </Text>
      {card.contact ? (
        <Text size="xs" c="dimmed" truncate>
          {contactName(card.contact)}
        </Text>
      ) : null}
      {card.hold_reason ? (
        <Text size="xs" lineClamp={2}>
          {card.hold_reason}
        </Text>
      ) : waits ? (
        <Text size="xs" fw={500} lineClamp={2}>
          {waits}
        </Text>
      ) : next ? (
        <Text size="xs" c="dimmed" truncate>
          {[next.work_centre?.name, next.name].filter(Boolean).join(' · ')}
        </Text>
      ) : null}
      <footer className={classes.foot}>
        <StepsBar of={card} />
        <Text span size="xs">
          <DueDay of={card} />
        </Text>
        <Avatar.Group spacing="xs">
          {people.slice(0, 3).map((name) => (
            <Avatar key={name} size="sm" name={name} color="initials" aria-label={name} title={name} />
          ))}
        </Avatar.Group>
      </footer>
    </>
  )
})

const CardMenu = ({ card, actions }: { card: JobCard; actions: CardActions }) => (
  <span className={classes.menu}>
    <LateMenu id={`job-menu-${card.id}`} label={`Move ${card.job_number}`} icon={<IconDots size={16} aria-hidden />}>
      {(menu) => (
        <Menu {...menu.props}>
          <Menu.Target>{menu.target}</Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Move to…</Menu.Label>
            {movesFrom(card.status).map(({ to }) => (
              <Menu.Item
                key={to}
                leftSection={<IconArrowRight size={16} aria-hidden />}
                onClick={() => actions.onMove(card, to)}
              >
                {stageLabel(to)}
              </Menu.Item>
            ))}
            {card.status === 'on_hold' ? (
              <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => actions.onRelease(card)}>
                Resume where it was
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={<IconHandStop size={16} aria-hidden />} onClick={() => actions.onHold(card)}>
                On hold…
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </LateMenu>
  </span>
)

/** The mark of a card that can be dragged. */
export const GripIcon = () => <IconGripVertical size={16} stroke={1.5} aria-hidden />
