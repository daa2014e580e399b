import { isPartCounted } from '@/documents/units'
import { choice } from '@/kit/fields/choice-fields'
import type { Field } from '@/kit/fields/field'
import { type Line, lines } from '@/kit/fields/lists/lines-field'
import { quantity } from '@/kit/fields/number-fields'
import { stockQuantity } from '@/kit/fields/stock-fields'
import { text } from '@/kit/fields/text-fields'
import { lengthSign, readMillimetres, sidesText } from '@/shared/domain/text/length'
import { shortDecimalText } from '@/shared/domain/money/money'
import { newId } from '@/shared/lib/new-id'
import { stockText } from '@/shared/domain/money/stock-text'
import { piecesInto, piecesMade, piecesToMake, roundsOf } from '../shared/pieces'
import type { Job } from './api/job.query'
import type { Material } from './api/job-work.query'

type JobStep = Job['steps'][number]
type Drafts = Readonly<Record<string, string>>
type Values = Readonly<Record<string, unknown>>
type OffcutPart = 'length' | 'width' | 'bin'

/** The result of one open step. Numbers are JSON numbers of the API; `good` null: all incoming pieces. */
export type StepAnswer = {
  id: string
  outcome: 'done' | 'skipped'
  good: number | null
  waste: number | null
  reason: string | null
}
/** What came of a job without steps: its good and its wasted pieces. */
export type MadeAnswer = { outcome: 'made'; good: number | null; waste: number | null }
/** What was used of one kept material, in its stock unit, and the offcuts that are kept. */
export type MaterialAnswer = {
  item_id: string
  used: number
  offcuts: { id: string; width_mm: number; length_mm: number; bin: string | null }[]
}

/** The materials still reserved for a job, whose use must be answered. */
export const keptMaterials = (materials: readonly Material[]): Material[] =>
  materials.filter(({ qty_reserved, settled_at }) => Number(qty_reserved) > 0 && settled_at === null)

const at = (kind: string, id: string) => `${kind}_${id}`
const typed = (values: Values, name: string): string | null => {
  const value = values[name]
  return typeof value === 'string' && value !== '' ? value : null
}
const number = (value: string | null): number | null => (value === null ? null : Number(value))

/** The fields for the result of each open step. Without `maySkip` a step can only be done. */
export function stepFields(steps: readonly JobStep[], job: Job, maySkip: boolean): Record<string, Field<unknown>> {
  const fields: Record<string, Field<unknown>> = {}
  for (const step of steps) {
    const place = step.id
    const isDone = (drafts: Drafts) => drafts[at('outcome', place)] === 'done' && !step.before_approval
    const all = shortDecimalText(String(piecesToMake(step, job)))
    fields[at('outcome', place)] = choice(
      step.name,
      [
        { value: 'done', label: 'It is done' },
        ...(maySkip ? [{ value: 'skipped', label: 'This job does not need it' }] : []),
      ],
      { required: true, missing: 'Please choose its result', wide: true },
    )
    fields[at('good', place)] = quantity('Good pieces', {
      isWhole: isPartCounted(job, job.qty),
      most: '1000000',
      hiddenUnless: isDone,
      help:
        roundsOf(step).length > 0
          ? `Empty: all ${all} that are made again`
          : piecesInto(step, job.steps) === null
            ? 'Empty: all that came in'
            : `Empty: all ${all} that came in`,
    })
    fields[at('waste', place)] = quantity('Wasted pieces', {
      isWhole: isPartCounted(job, job.qty),
      most: '1000000',
      hiddenUnless: isDone,
    })
    fields[at('skip', place)] = text('Why not', {
      required: true,
      max: 500,
      empty: '',
      wide: true,
      missing: 'Please say why',
      hiddenUnless: (drafts) => drafts[at('outcome', place)] === 'skipped',
    })
  }
  return fields
}

/** The answers about steps, for the database. */
export const stepAnswers = (steps: readonly JobStep[], values: Values): StepAnswer[] =>
  steps.map(({ id }) => {
    const isSkipped = values[at('outcome', id)] === 'skipped'
    return {
      id,
      outcome: isSkipped ? 'skipped' : 'done',
      good: isSkipped ? null : number(typed(values, at('good', id))),
      waste: isSkipped ? null : number(typed(values, at('waste', id))),
      reason: isSkipped ? typed(values, at('skip', id)) : null,
    }
  })

const made = 'made'

/** The fields that ask how many pieces of a job without steps are good. */
export const madeFields = (
  job: Pick<Job, 'qty' | 'unit' | 'width_mm' | 'height_mm'>,
): Record<string, Field<unknown>> => ({
  [at('good', made)]: quantity('Good pieces', {
    isWhole: isPartCounted(job, job.qty),
    required: true,
    most: job.qty,
    missing: 'Please say how many are good',
    help: `The job has no steps. It makes ${shortDecimalText(job.qty)}.`,
  }),
  [at('waste', made)]: quantity('Wasted pieces', { isWhole: isPartCounted(job, job.qty), most: '1000000' }),
})

/** The answer about a job without steps, for the database. */
export const madeAnswer = (values: Values): MadeAnswer => ({
  outcome: made,
  good: number(typed(values, at('good', made))),
  waste: number(typed(values, at('waste', made))),
})

const cutForms = ['sheet', 'roll']

/** The fields that ask for the use of each reserved material: `3 sheets were kept: used 3, other, none`. */
export function materialFields(
  materials: readonly Material[],
  shown: (drafts: Drafts) => boolean = () => true,
): Record<string, Field<unknown>> {
  const fields: Record<string, Field<unknown>> = {}
  for (const { item, qty_reserved } of materials) {
    const place = item.id
    const kept = stockText(qty_reserved, item.stock_unit)
    const isUsed = (drafts: Drafts) => shown(drafts) && drafts[at('how', place)] !== 'none'
    fields[at('how', place)] = choice(
      `${item.name}: ${kept} ${Number(qty_reserved) === 1 ? 'is' : 'are'} kept`,
      [
        { value: 'all', label: `Used ${kept}` },
        { value: 'other', label: 'Used another quantity' },
        { value: 'none', label: 'Used none' },
      ],
      { required: true, initial: 'all', wide: true, hiddenUnless: shown },
    )
    fields[at('used', place)] = stockQuantity(`Used of ${item.name}`, item.stock_unit, {
      required: true,
      aboveZero: true,
      most: '1000000',
      missing: 'Please say how much',
      hiddenUnless: (drafts) => shown(drafts) && drafts[at('how', place)] === 'other',
    })
    if (cutForms.includes(item.form)) {
      const offcuts = lines<OffcutPart>(`Offcuts of ${item.name} that are kept`, {
        parts: { length: 'Length, {unit}', width: 'Width, {unit}', bin: 'Place' },
        lengths: { length: 'width', width: 'length' },
        one: 'offcut',
        least: 0,
        most: 20,
        hiddenUnless: isUsed,
      })
      fields[at('offcuts', place)] = {
        ...offcuts,
        problem: (draft) =>
          offcuts.problem(draft) ??
          (offcuts.valueOf(draft).some(({ length, width }) => side(length) === null || side(width) === null)
            ? smallOffcut()
            : null),
      }
    }
  }
  return fields
}

const smallOffcut = () =>
  lengthSign() === 'mm'
    ? 'Enter length and width of each offcut in millimetres, at least 10 × 10'
    : `Enter length and width of each offcut, at least ${sidesText(['10', '10'])}`

/** One side of an offcut in mm; null for unreadable text. */
const side = (draft: string): number | null => {
  const read = readMillimetres(draft, { places: 2, least: '10', most: '1000000' })
  return 'value' in read ? Number(read.value) : null
}
type Offcut = Line<OffcutPart>
const offcutsOf = (value: unknown): Offcut[] => (Array.isArray(value) ? (value as Offcut[]) : [])

/** The answers about materials, for the database. */
export const materialAnswers = (materials: readonly Material[], values: Values): MaterialAnswer[] =>
  materials.map(({ item, qty_reserved }) => {
    const place = item.id
    const how = values[at('how', place)]
    return {
      item_id: item.id,
      used: how === 'none' ? 0 : Number(how === 'other' ? typed(values, at('used', place)) : qty_reserved),
      offcuts:
        how === 'none'
          ? []
          : offcutsOf(values[at('offcuts', place)]).map(({ length, width, bin }) => ({
              id: newId(),
              width_mm: side(width) ?? 0,
              length_mm: side(length) ?? 0,
              bin: bin === '' ? null : bin,
            })),
    }
  })

/** The missing pieces once the open steps are done as the drafts say; zero when nothing is counted. */
export function shortOf(job: Pick<Job, 'qty' | 'steps'>, steps: readonly JobStep[], drafts: Drafts): number {
  const through = piecesMade(job.steps)
  const goods = steps.flatMap(({ id, before_approval, qty_kept }) => {
    const good = drafts[at('outcome', id)] === 'done' && !before_approval ? drafts[at('good', id)] : ''
    return good && Number.isFinite(Number(good)) ? [qty_kept + Number(good)] : []
  })
  const good = job.steps.length === 0 ? drafts[at('good', 'made')] : ''
  if (good && Number.isFinite(Number(good))) goods.push(Number(good))
  const all = [...(through === null ? [] : [through]), ...goods]
  return all.length === 0 ? 0 : Math.max(0, Number(job.qty) - Math.min(...all))
}
