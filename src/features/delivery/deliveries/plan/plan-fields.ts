import { cityOfAddress, postcodeOfAddress, stateOfAddress } from '@/kit/fields/place-fields'
import { choice } from '@/kit/fields/choice-fields'
import { date, time } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { quantity, wholeNumber } from '@/kit/fields/number-fields'
import { readTime } from '@/kit/fields/read-time'
import { longText, phone, text } from '@/kit/fields/text-fields'
import { isDay } from '@/shared/domain/time/days'
import { instantOf } from '@/shared/domain/time/zoned'
import { siteText } from '@/shared/domain/records/related'
import type { Van } from '../api/day.query'
import type { Window } from '../day/lanes'
import type { Plan } from '../api/plan.mutation'
import type { PlanLine, Site } from '../api/plan.query'
import { methods } from '@/shared/domain/records/delivery-method'
import { quantitiesField } from './quantities-field'

type Drafts = Readonly<Record<string, string>>
/** Collected and sent by wire: no address of ours to go to. */
const hasAddress = ({ method }: Drafts) => method !== 'pickup' && method !== 'electronic'
const hasVan = ({ method }: Drafts) => method === 'delivery' || method === 'installation'
export const elsewhere = 'new'
const isElsewhere = (drafts: Drafts) => hasAddress(drafts) && drafts['location_id'] === elsewhere

/** A site is often named by its street. */
const siteChoice = ({ label, address, city }: Site): string =>
  siteText({ label, address: address === label ? null : address, city })

type Known = {
  sites: readonly Site[]
  vans: readonly Van[]
  lines: readonly PlanLine[]
  isNew: boolean
  /** It failed, and is planned again. */
  isAgain: boolean
  vanId: string | null
}

/** The fields of a plan. Their choices come from the client, the vans and the order. */
export const planFields = ({ sites, vans, lines, isNew, isAgain, vanId }: Known) =>
  defineFields({
    method: choice('Method', methods, { required: true, initial: 'delivery' }),
    location_id: choice(
      'Address',
      [
        ...sites.map((site) => ({ value: site.id, label: siteChoice(site) })),
        { value: elsewhere, label: 'Another address…' },
      ],
      { hiddenUnless: hasAddress },
    ),
    new_address: text('Street and number', { required: true, max: 500, hiddenUnless: isElsewhere }),
    new_city: text('Town', { max: 200, hiddenUnless: isElsewhere, ...cityOfAddress(null) }),
    new_postcode: text('Postcode', { max: 20, hiddenUnless: isElsewhere, ...postcodeOfAddress(null) }),
    new_state: stateOfAddress('new_state', null, { hiddenUnless: isElsewhere }),
    new_label: text('Name of the place', { max: 200, placeholder: 'Shop, depot, site', hiddenUnless: isElsewhere }),
    contact_on_site: text('Contact on site', {
      max: 200,
      help: 'Empty: as kept with the address',
      hiddenUnless: hasAddress,
    }),
    phone_on_site: phone('Phone on site', { hiddenUnless: hasAddress }),
    day: date('Day', {}),
    from: time('From', {}),
    to: time('To', {}),
    van_id: choice(
      'Van',
      vans
        .filter(({ is_active, id }) => is_active || id === vanId)
        .map(({ id, name, registration }) => ({ value: id, label: [name, registration].filter(Boolean).join(' · ') })),
      { hiddenUnless: hasVan },
    ),
    items: quantitiesField(lines, isNew, isAgain),
    weight_kg: quantity('Weight', { unit: 'kg', places: 1, most: '100000', aboveZero: true }),
    parcels: wholeNumber('Parcels', { least: '1', most: '500' }),
    instructions: longText('Notes for the driver', { max: 5000 }),
  })

/** The problems of a plan, by field. */
export function planProblems(drafts: Drafts): Partial<Record<'day' | 'from' | 'to', string>> {
  const { day = '', from = '', to = '' } = drafts
  const [begin, end] = [readTime(from), readTime(to)]
  if (!isDay(day) && day === '' && hasVan(drafts) && drafts['van_id'])
    return { day: 'Please choose the day of the van' }
  if (day === '' && (from !== '' || to !== '')) return { day: 'Please choose the day of this time' }
  if (to !== '' && from === '') return { from: 'Please enter when the window begins' }
  return begin !== null && end !== null && minutesOf(end) < minutesOf(begin) + 5
    ? { to: 'The window ends at least five minutes after it begins' }
    : {}
}

/** The window that a plan has so far, by the clock of `zone`; null while its day or its begin is not said. */
export function windowOf({ day = '', from = '', to = '' }: Drafts, zone: string): Window | null {
  const [begin, end] = [readTime(from), readTime(to)]
  if (!isDay(day) || begin === null) return null
  return {
    scheduled_at: new Date(instantOf(zone, day, begin)).toISOString(),
    scheduled_has_time: true,
    slot_minutes: end === null ? null : minutesOf(end) - minutesOf(begin),
  }
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

type Values = Omit<Plan, 'new_site'> &
  Record<'new_address' | 'new_city' | 'new_postcode' | 'new_state' | 'new_label', string | null>

/** The plan from the form's values. */
export const planOf = ({
  new_address,
  new_city,
  new_postcode,
  new_state,
  new_label,
  location_id,
  ...plan
}: Values): Plan =>
  location_id === elsewhere
    ? {
        ...plan,
        location_id: null,
        new_site: {
          address: new_address ?? '',
          city: new_city,
          postcode: new_postcode,
          state: new_state,
          label: new_label,
        },
      }
    : { ...plan, location_id, new_site: null }
