import { useMachine } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { linkTo } from '@/shared/lib/address'
import { useProblem } from '@/shared/hooks/use-problem'
import { useSiteHref } from '../../shared/site-link'
import site from '../../shared/site.module.css'
import type { BookingType } from '../api/booking.query'
import { liveBooking } from '../booking.actors'
import { keepHolder, keptHolder } from '../kept-holder'
import { DetailsForm } from './details-form'
import { SlotPicker } from './slot-picker'

/** Choosing a time of one kind of appointment, and the form while it is held. */
export function BookingVisit({ type }: { type: BookingType }) {
  const [state, send] = useMachine(liveBooking, { input: { type: type.slug, kept: keptHolder(type.slug) } })
  const { held, problem, booked } = state.context
  const navigate = useNavigate()
  const reasonOf = useProblem()
  const href = useSiteHref()
  const place = useRef<HTMLDivElement>(null)
  const holder = held?.holder ?? null

  useEffect(() => keepHolder(type.slug, booked ? null : holder), [type.slug, holder, booked])
  useEffect(() => {
    if (booked) void navigate(href(`${linkTo('/appointment-confirmed')}?booking=${booked}`))
  }, [booked, navigate, href])
  useEffect(() => {
    if (holder) place.current?.scrollIntoView({ block: 'nearest' })
  }, [holder])

  return (
    <>
      {problem !== null && !state.hasTag('form') ? (
        <p className={site.notice} role="alert">
          {reasonOf(problem)}
        </p>
      ) : null}
      <SlotPicker
        type={type.slug}
        holder={holder}
        chosen={state.context.wanted ?? held?.startsAt ?? null}
        isBusy={state.hasTag('busy')}
        onChoose={(startsAt) => send({ type: 'slot.choose', startsAt })}
      />
      <div ref={place}>
        {held && state.hasTag('form') ? (
          <DetailsForm
            type={type}
            held={held}
            isOver={state.matches({ filling: 'overtime' })}
            isSending={state.matches('confirming')}
            problem={problem}
            onSend={(details) => send({ type: 'form.send', details })}
            onBack={() => send({ type: 'slot.release' })}
          />
        ) : null}
      </div>
    </>
  )
}
