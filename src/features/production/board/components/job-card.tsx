import { Avatar, Menu, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconArrowRight, IconDots, IconGripVertical, IconHandStop, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { LateMenu } from '@/kit/menu/late-menu'
import { contactName } from '@/shared/domain/people/contact'
import { todayOf } from '@/shared/domain/time/today'
import { RecordLink } from '@/shared/ui/page/record-links'
import { nextStep, peopleOf } from '../../shared/card'
import { waitingFor } from '../../shared/waiting'
import type { JobCard } from '../../shared/api/cards.query'
import { mayCancel } from '../../shared/cancel-job'
import { DueDayOn, StepsBar } from '../../shared/job-parts'
import { movesFrom, type Stage, stageLabel } from '../../shared/stages'
import classes from './board.module.css'

export type CardActions = {
  onMove: (card: JobCard, to: Stage) => void
  onHold: (card: JobCard) => void
  onCancel: (card: JobCard) => void
  onRelease: (card: JobCard) => void
}

/** The shared values of all cards: one clock and one list of colleagues for the whole board. */
export type CardsSetting = {
  /** In ms. */
  now: number
  /** Names of colleagues by the ids of their accounts. */
  names: ReadonlyMap<string, string>
  actions: CardActions | null
}

type CardProps = { card: JobCard; grip?: ReactNode; setting: CardsSetting }

/**
 * A job on the board, in plain elements because there are hundreds: number, title, client, due day, steps, people, and
 * whether it is being worked on.
 */
export const Card = ({ card, grip, setting: { now, names, actions } }: CardProps) => (
  <article className={classes.card} data-priority={card.priority} aria-label={`${card.job_number} ${card.title}`}>
    <header className={classes.head}>
      {grip}
      <Head card={card} actions={actions} />
    </header>
    <Body card={card} names={names} waits={waitingFor(card, now)} today={todayOf(now)} />
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
      {actions ? <CardMenu card={card} actions={actions} /> : null}
    </>
  )
})

type BodyProps = { card: JobCard; names: CardsSetting['names']; waits: string | null; today: string }

const Body = memo(function Body({ card, names, waits, today }: BodyProps) {
  const next = nextStep(card.steps)
  const people = peopleOf(card).flatMap((id) => names.get(id) ?? [])
  return (
    <>
      <p className={classes.what}>
        {card.priority === 'urgent' || card.priority === 'high' ? (
          <b className={classes.priority} data-priority={card.priority}>
            {card.priority === 'urgent' ? 'Urgent' : 'High'}
          </b>
        ) : null}
        {card.remake_of ? <b className={classes.remake}>Made again</b> : null}
        {card.title}
      </p>
      {card.contact ? <p className={classes.detail}>{contactName(card.contact)}</p> : null}
      {card.hold_reason ? (
        <p className={classes.reason}>
          {card.held_with_order ? 'The order waits: ' : null}
          {card.hold_reason}
        </p>
      ) : waits ? (
        <p className={classes.reason} data-waits="yes">
          {waits}
        </p>
      ) : next ? (
        <p className={classes.detail}>{[next.work_centre?.name, next.name].filter(Boolean).join(' · ')}</p>
      ) : null}
      <footer className={classes.foot}>
        <StepsBar of={card} />
        <span className={classes.due}>
          <DueDayOn of={card} today={today} />
        </span>
        {people.length > 0 ? (
          <span className={classes.people}>
            {people.slice(0, 3).map((name) => (
              <Avatar key={name} size="sm" name={name} color="initials" aria-label={name} title={name} />
            ))}
          </span>
        ) : null}
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
            {card.held_with_order ? null : card.status === 'on_hold' ? (
              <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => actions.onRelease(card)}>
                Resume where it was
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={<IconHandStop size={16} aria-hidden />} onClick={() => actions.onHold(card)}>
                On hold…
              </Menu.Item>
            )}
            {mayCancel(card) ? (
              <Menu.Item leftSection={<IconX size={16} aria-hidden />} onClick={() => actions.onCancel(card)}>
                Cancel job…
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      )}
    </LateMenu>
  </span>
)

/** The mark of a card that can be dragged. */
export const GripIcon = () => <IconGripVertical size={16} stroke={1.5} aria-hidden />
