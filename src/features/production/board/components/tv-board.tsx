import { CloseButton } from '@mantine/core'
import { useElementSize, useViewportSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { timedText, useTimings } from '@/kit/record/due-mark'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { useLateByPlan } from '@/kit/planning/use-late-by-plan'
import { type Timing, timedKey } from '@/shared/db/reads/timings.query'
import { onHoldWords } from '@/shared/db/reads/open-work'
import { isLateDelivery } from '@/shared/domain/time/late-delivery'
import { contactName } from '@/shared/domain/people/contact'
import { calendarDayText, clockText } from '@/shared/domain/text/formats'
import { can } from '@/shared/domain/people/permission'
import { todayOf } from '@/shared/domain/time/today'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { useNow } from '@/shared/hooks/use-now'
import { useBehavior } from '@/streams/react/use-behavior'
import { connectionOf } from '@/streams/realtime/connection'
import type { JobCard } from '../../shared/api/cards.query'
import { minutesText } from '@/shared/domain/time/duration'
import { nextStep, peopleOf } from '../../shared/card'
import { waitingFor } from '../../shared/waiting'
import { stageLabel } from '../../shared/stages'
import { deliveriesOfDayQuery } from '../api/deliveries-of-day.query'
import type { BoardColumn } from '../columns'
import { firstForTheWall } from '../wall'
import classes from './tv-board.module.css'

type TvBoardProps = {
  cards: readonly JobCard[]
  stages: readonly BoardColumn[]
  centres: readonly BoardColumn[]
  onClose: () => void
}

/**
 * The board for a screen on the wall, readable from four metres: late and urgent jobs first, the load of the work
 * centres and their people. It is one page without scrolling, updates live, and shows when it is not live.
 */
export function TvBoard({ cards, stages, centres, onClose }: TvBoardProps) {
  const { id: me, rights } = useCurrentUser()
  const { state, rightAt } = useBehavior(connectionOf(me))
  const timings = useTimings()
  const planned = useLateByPlan()
  const now = useNow(1000)
  const [since] = useState(() => Date.now())
  const { width, height: windowHeight } = useViewportSize()
  const { ref: rows, height } = useElementSize<HTMLElement>()
  const today = todayOf(now)
  const timingOf = ({ id }: JobCard) => timings[timedKey('job', id)] ?? null
  const first = firstForTheWall(cards, (card) => timingOf(card)?.timing ?? null, today)
  const shown = rowsThatFit(first, width, height > 0 ? height : windowHeight - 200)
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [onClose])
  const isLive = state === 'live'
  const ofTiming = (timing: Timing['timing']) => cards.filter((card) => timingOf(card)?.timing === timing)
  const late = ofTiming('late')
  const atRisk = ofTiming('at_risk')
  return (
    <div className={classes.tv} role="region" aria-label="Production board for the wall">
      <header className={classes.head}>
        <strong>Production</strong>
        <span className={classes.sign} data-live={isLive || undefined} role="status">
          {isLive
            ? `Live since ${clockText(since)}`
            : `NOT LIVE${rightAt === null ? '' : `: as it was at ${clockText(rightAt)}`}`}
        </span>
        <span className={classes.count} data-late={late.length > 0 || undefined}>
          {countWords(late, 'late')}
        </span>
        <span className={classes.count}>{countWords(atRisk, 'at risk')}</span>
        {planned ? (
          <span className={classes.count}>
            {`${cards.filter(({ id }) => planned.jobs[id]).length} late by the plan`}
          </span>
        ) : null}
        <time className={classes.clock}>
          {calendarDayText(today)} · {clockText(now)}
        </time>
        <CloseButton size="lg" aria-label="Leave the wall view" onClick={onClose} />
      </header>
      <div className={classes.parts}>
        <section ref={rows} className={classes.first} aria-label="First">
          {shown.map((card) => (
            <TvRow key={card.id} card={card} timing={timingOf(card)} now={now} />
          ))}
          {cards.length === 0 ? <p>No open jobs</p> : null}
          {first.length > shown.length ? (
            <p className={classes.detail}>{`and ${first.length - shown.length} more that are not shown`}</p>
          ) : null}
        </section>
        <aside className={classes.side}>
          <section aria-label="Load">
            <h2>Waiting work</h2>
            <span className={classes.detail}>against the hours of one day</span>
            {centres
              .filter(({ cards: own, minutes }) => own.length > 0 || minutes > 0)
              .slice(0, 8)
              .map((centre) => (
                <Load key={centre.name} centre={centre} />
              ))}
          </section>
          <section aria-label="Stages" className={classes.stages}>
            {stages
              .filter(({ cards: own }) => own.length > 0)
              .map(({ name, label, cards: own }) => (
                <span key={name}>
                  {label} <b>{own.length}</b>
                </span>
              ))}
          </section>
        </aside>
      </div>
      {can(rights, 'deliveries', 'view') ? <Deliveries day={today} /> : null}
    </div>
  )
}

/** `8 late, 2 of them on hold`: the held ones stand last, and may not fit. */
function countWords(cards: readonly JobCard[], word: string): string {
  const held = cards.filter(({ status }) => status === 'on_hold').length
  return `${cards.length} ${word}${held > 0 ? `, ${held} of them on hold` : ''}`
}

/** The jobs that fit into a column of this height: with a line below for the others, where they do not all fit. */
function rowsThatFit(jobs: JobCard[], width: number, height: number): JobCard[] {
  // The font size of `.tv` in px; a row takes 3.95 em, the line below 1.4 em, and 6 px are between them.
  const em = Math.min(28, Math.max(16, width * 0.0125))
  const row = 3.95 * em + 6
  const fit = (room: number) => Math.max(3, Math.floor((room + 6) / row))
  return jobs.length <= fit(height) ? jobs : jobs.slice(0, fit(height - 1.4 * em - 6))
}

function TvRow({ card, timing, now }: { card: JobCard; timing: Timing | null; now: number }) {
  const { data: staff = [] } = useQuery(staffQuery)
  const isHeld = card.status === 'on_hold'
  const isRunning = card.steps.some(({ status }) => status === 'in_progress')
  const people = peopleOf(card).flatMap((id) => staff.find(({ value }) => value === id)?.label ?? [])
  return (
    <article
      className={classes.row}
      data-priority={card.priority}
      data-timing={timing?.timing}
      data-running={isRunning || undefined}
    >
      <div>
        <span className={classes.title}>{card.title}</span>
        <span className={classes.detail}>
          {[
            card.job_number,
            card.remake_of ? 'made again' : null,
            card.contact ? contactName(card.contact) : null,
            card.priority === 'urgent' ? 'Urgent' : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <div>
        <span className={classes.next}>
          {isHeld
            ? stageLabel('on_hold')
            : (waitingFor(card, now) ?? nextStep(card.steps)?.name ?? stageLabel(card.status))}
        </span>
        <span className={classes.detail}>
          {isHeld ? card.hold_reason : people.length > 0 ? people.slice(0, 3).join(', ') : 'Nobody yet'}
        </span>
      </div>
      <span className={classes.due} data-timing={timing?.timing}>
        {card.due_date ? timedText(card.due_date, timing) : ''}
      </span>
    </article>
  )
}

/** The waiting minutes of a work centre against its daily capacity. */
function Load({ centre: { label, minutes, capacity, isClosed } }: { centre: BoardColumn }) {
  const share = capacity ? (100 * minutes) / capacity : 0
  return (
    <div className={classes.load} data-over={share > 100 || undefined}>
      <span>{label}</span>
      <span className={classes.detail}>
        {isClosed
          ? `${minutesText(minutes)}, closed`
          : capacity
            ? `${minutesText(minutes)} of ${minutesText(capacity)}`
            : minutesText(minutes)}
      </span>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${Math.min(100, share)}%` }} />
      </span>
    </div>
  )
}

function Deliveries({ day }: { day: string }) {
  const { data = [] } = useQuery(deliveriesOfDayQuery(day))
  const now = useNow(60_000)
  return (
    <footer className={classes.foot}>
      <strong>{data.length === 0 ? 'No deliveries today' : 'Today'}</strong>
      {data.map(({ id, scheduled_at, scheduled_has_time, project_title, delivery_number, status, on_hold }) => (
        <span key={id} data-done={status === 'delivered' || undefined}>
          {scheduled_at === null
            ? ''
            : isLateDelivery({ status, scheduled_at }, now)
              ? 'Late:'
              : scheduled_has_time
                ? clockText(scheduled_at)
                : ''}{' '}
          {project_title || delivery_number}
          {on_hold ? <em> {onHoldWords({ on_hold })}</em> : null}
        </span>
      ))}
    </footer>
  )
}
