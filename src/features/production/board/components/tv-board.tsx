import { CloseButton } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { timedText, useTiming } from '@/kit/record/due-mark'
import { contactName } from '@/shared/domain/contact'
import { calendarDayText, clockText } from '@/shared/domain/formats'
import { can } from '@/shared/domain/permission'
import { todayOf } from '@/shared/domain/today'
import { useCurrentUser } from '@/shared/ui/current-user'
import { useNow } from '@/shared/ui/use-now'
import { useBehavior } from '@/streams/react/use-behavior'
import { connectionOf } from '@/streams/realtime/connection'
import { nextStep } from '../../shared/card'
import { waitingFor } from '../../shared/waiting'
import type { JobCard } from '../../shared/api/cards.query'
import { deliveriesOfDayQuery } from '../api/deliveries-of-day.query'
import type { BoardColumn } from '../columns'
import classes from './tv-board.module.css'

/** Seconds that a page of cards stays. */
const pageSeconds = 15

/** The board for a screen on the wall: large, without furniture. It follows by itself and says when it is not live. */
export function TvBoard({ columns, onClose }: { columns: readonly BoardColumn[]; onClose: () => void }) {
  const { id: me, rights } = useCurrentUser()
  const { state, rightAt } = useBehavior(connectionOf(me))
  const now = useNow(1000)
  const [since] = useState(() => Date.now())
  const { width, height } = useViewportSize()
  const fits = cardsThatFit(width, height)
  const shown = columns.filter(({ cards, stage }) => stage !== 'on_hold' || cards.length > 0)
  const pages = Math.max(1, ...shown.map(({ cards }) => Math.ceil(cards.length / fits)))
  const turn = Math.floor(now / 1000 / pageSeconds) % pages
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [onClose])
  const isLive = state === 'live'
  return (
    <div className={classes.tv} role="region" aria-label="Production board for the wall">
      <header className={classes.head}>
        <strong>Production</strong>
        <span className={classes.sign} data-live={isLive || undefined} role="status">
          {isLive
            ? `Live since ${clockText(since)}`
            : `NOT LIVE${rightAt === null ? '' : `: as it was at ${clockText(rightAt)}`}`}
        </span>
        {pages > 1 ? (
          <span>
            Page {turn + 1} of {pages}
          </span>
        ) : null}
        <time className={classes.clock}>
          {calendarDayText(todayOf(now))} · {clockText(now)}
        </time>
        <CloseButton size="lg" aria-label="Leave the wall view" onClick={onClose} />
      </header>
      <div className={classes.columns}>
        {shown.map(({ name, label, cards }) => {
          const own = Math.max(1, Math.ceil(cards.length / fits))
          const from = (turn % own) * fits
          return (
            <section key={name} aria-label={label}>
              <h2>
                {label} <span>{cards.length}</span>
              </h2>
              {cards.slice(from, from + fits).map((card) => (
                <TvCard key={card.id} card={card} now={now} />
              ))}
            </section>
          )
        })}
      </div>
      {can(rights, 'deliveries', 'view') ? <Deliveries day={todayOf(now)} /> : null}
    </div>
  )
}

/** How many cards stand below each other in a window of that many pixels. */
function cardsThatFit(width: number, height: number): number {
  // The font size of `.tv`; head, headings and deliveries take 8.5 of it, a card 6.7 with a title of two lines.
  const em = Math.min(28, Math.max(16, width * 0.0125))
  return Math.max(1, Math.floor((height - 24 - 8.5 * em) / (6.7 * em + 8)))
}

function TvCard({ card, now }: { card: JobCard; now: number }) {
  const isRunning = card.steps.some(({ status }) => status === 'in_progress')
  const waits = waitingFor(card, now)
  const timing = useTiming('job', card.id)
  return (
    <article className={classes.card} data-priority={card.priority} data-running={isRunning || undefined}>
      <b>{card.job_number}</b>
      <span className={classes.title}>{card.title}</span>
      <span className={classes.detail}>
        {[card.contact ? contactName(card.contact) : null, waits ?? nextStep(card.steps)?.name]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {card.due_date ? (
        <span className={classes.due} data-late={timing?.timing === 'late' || undefined}>
          {timedText(card.due_date, timing)}
        </span>
      ) : null}
    </article>
  )
}

function Deliveries({ day }: { day: string }) {
  const { data = [] } = useQuery(deliveriesOfDayQuery(day))
  return (
    <footer className={classes.foot}>
      <strong>{data.length === 0 ? 'No deliveries today' : 'Today'}</strong>
      {data.map(({ id, scheduled_at, project_title, delivery_number, status }) => (
        <span key={id} data-done={status === 'delivered' || undefined}>
          {scheduled_at ? clockText(scheduled_at) : ''} {project_title || delivery_number}
        </span>
      ))}
    </footer>
  )
}
