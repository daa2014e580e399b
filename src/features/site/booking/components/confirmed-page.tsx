import { clockTextIn } from '@/shared/domain/text/formats'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSay } from '@/kit/client-page/use-say'
import { useLive } from '@/kit/live/use-live'
import type { english } from '@/shared/domain/texts/appointment/en'
import { appointmentPart } from '@/shared/domain/texts/appointment/part'
import { topics } from '@/shared/domain/records/nudge'
import { saveFile } from '@/shared/lib/save-file'
import { linkTo } from '@/shared/lib/address'
import { ReadState } from '../../shared/read-state'
import { SiteLink } from '../../shared/site-link'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import { useAddressLines } from '../../shared/use-address-lines'
import { useCompany } from '../../shared/use-company'
import { type Booking, bookingQuery } from '../api/booking.query'
import { calendarFile } from '../calendar-file'
import { useLongDays } from '../use-long-days'
import { CancelBooking, MoveBooking } from './change-booking'
import classes from './confirmed-page.module.css'

/** /appointment-confirmed?booking=…: when and where, a calendar file, and the way to move or cancel. */
export function ConfirmedPage() {
  const [search] = useSearchParams()
  const link = search.get('booking') ?? ''
  const say = useSay(appointmentPart)
  const booking = useQuery(bookingQuery(link))
  useLive(bookingQuery(link).queryKey, booking.data ? [{ topic: topics.document(link) }] : [])
  const missing = (
    <div className={`${site.inside} ${site.section}`}>
      <h1 className={site.title}>{say('no_appointment')}</h1>
      <p className={site.lead}>{say('no_appointment_text')}</p>
      <p style={{ marginTop: '2rem' }}>
        <SiteLink to={linkTo('/schedule-appointment')} className={site.button}>
          {say('book')}
        </SiteLink>
      </p>
    </div>
  )
  return (
    <SitePage isDoor>
      <ReadState of={booking} missing={missing}>
        {(found) => (found.status === 'held' ? missing : <Appointment booking={found} />)}
      </ReadState>
    </SitePage>
  )
}

const titles: Readonly<Record<string, keyof typeof english & ('see_you' | 'cancelled' | 'thanks' | 'missed')>> = {
  confirmed: 'see_you',
  cancelled: 'cancelled',
  done: 'thanks',
  no_show: 'missed',
}

function Appointment({ booking }: { booking: Booking }) {
  const queryClient = useQueryClient()
  const { name: company, phone } = useCompany()
  const addressLines = useAddressLines()
  const say = useSay(appointmentPart)
  const days = useLongDays()
  const [open, setOpen] = useState<'move' | 'cancel' | null>(null)
  const changed = (next: Booking) => {
    queryClient.setQueryData(bookingQuery(booking.holder).queryKey, next)
    setOpen(null)
  }
  const where =
    booking.type.place === 'here'
      ? addressLines.join(', ')
      : booking.type.place === 'call'
        ? say('we_call_you')
        : (booking.address ?? say('at_yours'))
  const title = titles[booking.status]
  const isOpen = booking.status === 'confirmed' && !booking.is_past
  const save = () => {
    const file = new Blob(
      [
        calendarFile({
          uid: `${booking.holder}@signwright`,
          sequence: booking.moved,
          startsAt: booking.starts_at,
          endsAt: booking.ends_at,
          summary: `${booking.type.name}, ${company}`,
          description: `${booking.reference ?? ''}\n${location.href}`,
          location: where,
          isCancelled: booking.status === 'cancelled',
        }),
      ],
      { type: 'text/calendar' },
    )
    saveFile(`${booking.reference ?? 'appointment'}.ics`, file)
  }
  return (
    <div className={`${site.inside} ${site.section}`}>
      <p className={site.label}>{booking.reference}</p>
      <h1 className={site.display}>{title ? say(title) : booking.status}</h1>
      <div className={classes.ticket} data-off={booking.status === 'cancelled' || undefined}>
        <p className={classes.when}>
          <time dateTime={booking.starts_at}>
            <span>{days.long(booking.zone, booking.starts_at)}</span>
            <strong>
              {clockTextIn(booking.zone, booking.starts_at)}
              <small> {say('until', { time: clockTextIn(booking.zone, booking.ends_at) })}</small>
            </strong>
          </time>
        </p>
        <dl className={site.facts}>
          {[
            [say('what'), booking.type.name],
            [say('where'), where],
            [say('who'), booking.name],
            [say('note'), booking.note],
            [say('questions'), phone],
          ].map(([label, value]) =>
            value ? (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
      </div>
      {isOpen ? (
        <>
          <p className={site.quiet}>{booking.email ? say('goes_to', { email: booking.email }) : say('keep_page')}</p>
          <div className={site.row}>
            <button type="button" className={site.button} onClick={save}>
              {say('to_calendar')}
            </button>
            <button
              type="button"
              className={site.plain}
              aria-expanded={open === 'move'}
              onClick={() => setOpen(open === 'move' ? null : 'move')}
            >
              {say('move')}
            </button>
            <button
              type="button"
              className={site.plain}
              aria-expanded={open === 'cancel'}
              onClick={() => setOpen(open === 'cancel' ? null : 'cancel')}
            >
              {say('cancel')}
            </button>
          </div>
          {open === 'move' ? <MoveBooking booking={booking} onMoved={changed} /> : null}
          {open === 'cancel' ? (
            <CancelBooking booking={booking} onCancelled={changed} onKeep={() => setOpen(null)} />
          ) : null}
        </>
      ) : (
        <div className={site.row}>
          <SiteLink to={linkTo('/schedule-appointment')} className={site.button}>
            {say('another')}
          </SiteLink>
          {booking.status === 'done' ? (
            <SiteLink to={linkTo('/leave-review')} className={site.plain}>
              {say('leave_review')}
            </SiteLink>
          ) : null}
        </div>
      )}
    </div>
  )
}
