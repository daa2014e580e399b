import { type ContactField, contactFields, type ContactValues } from '@/shared/domain/people/contact'

export type Side = 'one' | 'other'
type Card = ContactValues & { type: string }
export type Pair<Value> = Record<Side, Value>
/** For each field the card of its value, if chosen. */
export type Picked = Partial<Record<ContactField, Side>>

const sideNamed = (text: string | null | undefined): Side | null => (text === 'one' || text === 'other' ? text : null)

/** The merge choice in the address: `stays=other&take=phone.one,email.other`. Back and a reload keep it. */
export function choiceOf(search: URLSearchParams, usual: Side): { keep: Side; picked: Picked } {
  const picked: Picked = {}
  for (const taken of search.get('take')?.split(',') ?? []) {
    const [name, from] = taken.split('.')
    const field = contactFields.find((one) => one === name)
    const side = sideNamed(from)
    if (field && side) picked[field] = side
  }
  return { keep: sideNamed(search.get('stays')) ?? usual, picked }
}

/** The address with this choice; other parameters stay. */
export function withChoice(search: URLSearchParams, { keep, picked }: { keep: Side; picked: Picked }): URLSearchParams {
  const next = new URLSearchParams(search)
  next.set('stays', keep)
  const taken = Object.entries(picked).map(([field, side]) => `${field}.${side}`)
  if (taken.length > 0) next.set('take', taken.join(','))
  else next.delete('take')
  return next
}

export const otherSide = (side: Side): Side => (side === 'one' ? 'other' : 'one')

/** The card of a field's value: the chosen one, else the kept card, else the other when that is empty. */
export function sideOf(field: ContactField, cards: Pair<ContactValues>, keep: Side, picked: Picked): Side {
  const chosen = picked[field]
  if (chosen !== undefined) return chosen
  return cards[keep][field] === null && cards[otherSide(keep)][field] !== null ? otherSide(keep) : keep
}

/** The fields filled on at least one card, in the form's order. A business is named by its company. */
export const filledFields = (cards: Pair<Card>): ContactField[] =>
  contactFields.filter(
    (field) =>
      (cards.one[field] !== null || cards.other[field] !== null) &&
      !(cards.one.type === 'Business' && (field === 'name' || field === 'last_name')),
  )

/** The values of the merged contact. */
export function mergedValues(cards: Pair<Card>, keep: Side, picked: Picked): Partial<ContactValues> {
  const values: Partial<ContactValues> = {}
  for (const field of filledFields(cards))
    Object.assign(values, { [field]: cards[sideOf(field, cards, keep, picked)][field] })
  return values
}

const things: Record<string, [one: string, many: string]> = {
  contact_bank_accounts: ['bank account', 'bank accounts'],
  contact_notes: ['note', 'notes'],
  exemption_certificates: ['exemption certificate', 'exemption certificates'],
  contact_relations: ['relation', 'relations'],
  credit_applications: ['credit application', 'credit applications'],
  deliveries: ['delivery', 'deliveries'],
  locations: ['site', 'sites'],
  quotations: ['quotation', 'quotations'],
  tasks: ['task', 'tasks'],
  time_entries: ['time entry', 'time entries'],
}

/** `2 quotations, 1 site`; empty for a contact without records. */
export const belongingsText = (belongings: readonly { thing: string; count: number }[]): string =>
  belongings
    .map(({ thing, count }) => {
      const [one, many] = things[thing] ?? [thing.replaceAll('_', ' '), thing.replaceAll('_', ' ')]
      return `${count} ${count === 1 ? one : many}`
    })
    .join(', ')
