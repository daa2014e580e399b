import { type DocumentKind, documentPages } from './document-kinds.ts'

const otherKinds = [
  'person',
  'newcomer',
  'business',
  'location',
  'credit_application',
  'task',
  'time_entry',
  'absence',
  'inventory_item',
  'product',
  'service',
  'calculation',
  'system_note',
  'book_entry',
  'visitor_request',
  'fixed_asset',
  'brief',
  'booking',
] as const

/** Documents that are shown on the page of another one. */
type PartOfOther = 'job_step' | 'payment_request'
const partsOfOthers: readonly string[] = ['job_step', 'payment_request'] satisfies PartOfOther[]

/** The kinds of records with a name, an icon and a page. `src/app/record-kinds.tsx` describes each. */
export type RecordKind = (typeof otherKinds)[number] | Exclude<DocumentKind, PartOfOther>

export const isRecordKind = (name: string): name is RecordKind =>
  otherKinds.some((kind) => kind === name) || (Object.hasOwn(documentPages, name) && !partsOfOthers.includes(name))

export const recordKinds: readonly RecordKind[] = [...otherKinds, ...Object.keys(documentPages)].filter(isRecordKind)

/** The kind of a contact by the type that its row names: `Business` or `Person`. */
export const contactKind = (type: string): 'business' | 'person' => (type === 'Business' ? 'business' : 'person')
