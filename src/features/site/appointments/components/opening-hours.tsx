import { Stack, Title } from '@mantine/core'
import { z } from 'zod'
import { checkbox, choice, severalOf } from '@/kit/fields/choice-fields'
import { date, time } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { wholeNumber } from '@/kit/fields/number-fields'
import { longText, text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { weekdays } from '@/shared/domain/time/days'
import { hasPermission, type Rights } from '@/shared/domain/people/permission'
import { slugOf } from '@/shared/domain/text/slug'
import { useAnchor } from '@/shared/hooks/use-anchor'
import { appointmentsKey } from '../api/appointments.query'

const mayChange = (rights: Rights) => hasPermission(rights, 'manage_bookings')
const rights = { add: mayChange, change: mayChange, remove: mayChange }

const desks = [
  { value: 'studio', label: 'Studio' },
  { value: 'road', label: 'On the road' },
]

const types = defineSmallTable({
  table: 'booking_types',
  one: 'kind',
  many: 'kinds of appointments',
  fields: defineFields({
    name: text('Name', { required: true, max: 100, wide: true }),
    slug: text('Address', {
      required: true,
      max: 80,
      proposed: ({ name }) => slugOf(name ?? ''),
      duplicate: 'Another kind has this address.',
      check: (typed) =>
        /^[a-z0-9]+(-[a-z0-9]+)*$/.test(typed) ? null : 'Small letters and digits, with single hyphens',
    }),
    summary: longText('In one sentence', { max: 500 }),
    place: choice(
      'Where',
      [
        { value: 'here', label: 'At the workshop' },
        { value: 'client', label: "At the client's" },
        { value: 'call', label: 'By telephone' },
      ],
      { required: true, initial: 'here' },
    ),
    desk: choice('Who is taken', desks, { required: true, initial: 'studio' }),
    minutes: wholeNumber('Minutes', { required: true, most: '600', initial: 30 }),
    gap_minutes: wholeNumber('Minutes after it', { required: true, most: '240', initial: 0 }),
    step_minutes: wholeNumber('Begins every (minutes)', { required: true, most: '240', initial: 30 }),
    notice_hours: wholeNumber('Hours of notice', { required: true, most: '720', initial: 4 }),
    horizon_days: wholeNumber('Days ahead', { required: true, most: '180', initial: 42 }),
    is_active: checkbox('Visitors can book it', { wide: false, initial: true }),
    sort: wholeNumber('Place', { required: true, most: '10000', initial: 0 }),
  }),
  key: appointmentsKey,
  live: [],
  order: 'sort',
  usedBy: 'bookings',
  rights,
  about: 'What visitors can book: how long it takes, where it is, and how early.',
})

const chosenDays = z.array(z.string())
const days = weekdays.map((label, index) => ({ value: String(index + 1), label }))
const span = {
  desk: choice('Who', desks, { required: true, initial: 'studio' }),
  opens: time('From', { required: true, duplicate: 'One of these days has hours from this time already.' }),
  closes: time('To', { required: true }),
}

const hours = defineSmallTable({
  table: 'booking_hours',
  one: 'opening',
  many: 'opening hours',
  fields: defineFields({
    weekday: choice('Day', days, { required: true }),
    ...span,
  }),
  several: {
    fields: defineFields({ weekdays: severalOf('Days', days, { required: true, wide: true }), ...span }),
    rows: ({ weekdays: chosen, ...rest }) => chosenDays.parse(chosen).map((weekday) => ({ weekday, ...rest })),
  },
  key: appointmentsKey,
  live: [],
  check: ({ opens, closes }): Record<string, string> =>
    opens && closes && closes <= opens ? { closes: 'The end is before the beginning' } : {},
  rights,
  about: 'Hours of the week in which visitors can book, by the clock of the company.',
})

const closures = defineSmallTable({
  table: 'booking_closures',
  one: 'closure',
  many: 'closures',
  fields: defineFields({
    reason: text('Reason', { required: true, max: 200, wide: true }),
    starts_on: date('First day', { required: true }),
    ends_on: date('Last day', { required: true }),
    desk: choice('Only', desks, {}),
  }),
  key: appointmentsKey,
  live: [],
  order: 'starts_on',
  check: ({ starts_on: first, ends_on: last }): Record<string, string> =>
    first && last && last < first ? { ends_on: 'The last day is before the first' } : {},
  rights,
  about: 'Days on which nothing can be booked.',
})

/** The kinds of appointments and the opening hours. */
export function OpeningHours() {
  useAnchor(true)
  return (
    <Stack gap="xl">
      {[
        { id: 'kinds', title: 'Kinds of appointments', of: types },
        { id: 'opening-hours', title: 'Opening hours', of: hours },
        { id: 'closed-days', title: 'Closed days', of: closures },
      ].map(({ id, title, of }) => (
        <section key={title} aria-label={title}>
          <Title order={2} mb="sm" id={id} tabIndex={-1}>
            {title}
          </Title>
          <SmallTable of={of} />
        </section>
      ))}
    </Stack>
  )
}
