import { contactFilter, flagFilter, searchFilter, segmentFilter } from '@/kit/list/filters'
import type { FilterValues } from '@/kit/list/filter'
import { type Timings, timedKey } from '@/shared/db/reads/timings.query'
import type { LateByPlan } from '@/shared/domain/planning/late-by-plan'
import { contactName } from '@/shared/domain/people/contact'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { peopleOf } from '../shared/card'
import type { JobCard } from '../shared/api/cards.query'
import { dueFilter } from '../shared/due-filter'

/** The filters of the board; they are in the address. */
export const boardFilters = {
  q: searchFilter('Search jobs', 'Number, title, client'),
  by: segmentFilter(
    'Columns',
    [
      { value: 'stage', label: 'By stage' },
      { value: 'centre', label: 'By work centre' },
    ],
    { isPlace: true },
  ),
  due: dueFilter,
  client: contactFilter('Client', 'Every client'),
  mine: flagFilter('Mine'),
}

/** True when number, title, client or order of a card contain every word. */
const isNamed = (card: JobCard, text: string): boolean => {
  const words = foldAccents(text).split(' ').filter(Boolean)
  if (words.length === 0) return true
  const name = card.contact ? contactName(card.contact) : ''
  const all = foldAccents([card.job_number, card.title, name, card.order?.order_number ?? ''].join(' '))
  return words.every((word) => all.includes(word))
}

type Seen = { me: string; today: string; timings: Timings; planned: LateByPlan | undefined }

/** True when a card is shown to `me` on `today`, such as `2026-11-20`. */
export const isShown = (
  card: JobCard,
  filter: FilterValues<typeof boardFilters>,
  { me, today, timings, planned }: Seen,
): boolean =>
  (filter.due !== 'today' || card.due_date === today) &&
  (filter.due !== 'late' || timings[timedKey('job', card.id)]?.timing === 'late') &&
  (filter.due !== 'risk' || timings[timedKey('job', card.id)]?.timing === 'at_risk') &&
  (filter.due !== 'plan' || planned?.jobs[card.id] !== undefined) &&
  isNamed(card, filter.q) &&
  (filter.client === null || card.contact?.id === filter.client) &&
  (!filter.mine || peopleOf(card).includes(me))
