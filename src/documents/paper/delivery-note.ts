import { z } from 'zod'
import { exact, isAboveZero, sum, written } from '../../shared/domain/money/decimal.ts'
import { stillToBring } from '../../shared/domain/time/late-delivery.ts'
import type { WithTexts } from '../../shared/domain/texts/papers/load.ts'
import { deliveryNotePaper } from './delivery-papers.ts'
import type { Paper } from './paper.ts'
import { companySchema, contactSchema, language, siteSchema } from './read.ts'

const text = z.string().nullable()
const lineSchema = z.object({
  id: z.string(),
  description: z.string(),
  details: text,
  unit: text,
  width_mm: text,
  height_mm: text,
  ordered: z.string(),
  /** What the delivery is to bring. */
  qty: z.string().optional(),
  qty_delivered: z.string(),
  elsewhere: z.string(),
  unit_price: text,
  discount_pct: text,
  charged_qty: text.optional(),
})
const dropSchema = z.object({
  id: z.string(),
  number: z.string(),
  status: z.string(),
  delivered_at: text,
  delivered_on: text.optional(),
  received_by: text,
  signature: text.optional(),
  typed_signature: text.optional(),
  lines: z.array(z.object({ id: z.string(), qty: z.string() })),
  /** What other deliveries of the order had brought of each line by then. */
  elsewhere: z.record(z.string(), z.string()).nullish(),
})
const noteSchema = z.object({
  language,
  number: z.string(),
  status: z.string(),
  method: z.string(),
  currency: z.string(),
  project_title: text,
  scheduled_at: text,
  delivered_at: text,
  planned_on: text.optional(),
  delivered_on: text.optional(),
  signature: text.optional(),
  typed_signature: text.optional(),
  received_by: text,
  show_prices: z.boolean(),
  order_number: text,
  client_po: text,
  company: companySchema,
  client: contactSchema,
  site: siteSchema.nullable(),
  lines: z.array(lineSchema),
  drops: z.array(dropSchema),
  drop: z.string().optional(),
})

export type Note = z.infer<typeof noteSchema>

/** Reads the answer of `get_public_delivery` or `get_public_partial_delivery`; null for an invalid link. */
export const readNote = (answer: unknown): Note | null => (answer === null ? null : noteSchema.parse(answer))

/**
 * The delivery note as a paper: of the whole delivery, or of the one drop in its link, with the lines that it brings. `Before`: the quantities of its
 * earlier drops and of the order's other deliveries.
 */
export function noteAsPaper(note: WithTexts<Note>): Paper {
  const place = note.drops.findIndex(({ id }) => id === note.drop)
  const drop = note.drops[place]
  // The whole note carries the name of its last drop, so the signature of that drop too.
  const signed = drop ?? note.drops.find(({ delivered_at }) => delivered_at === note.delivered_at) ?? note
  const earlier = drop ? note.drops.slice(0, place) : []
  // Its parts may be planned as well: none of them has left its goods yet.
  const isBegun = note.delivered_at !== null || note.drops.some(({ delivered_at }) => delivered_at !== null)
  const isPlan = !drop && !isBegun && stillToBring.includes(note.status)
  return deliveryNotePaper({
    ...note,
    is_plan: isPlan,
    number: drop?.number ?? note.number,
    status: drop ? 'delivered' : note.status,
    person: null,
    delivered_at: drop ? drop.delivered_at : note.delivered_at,
    delivered_on: (drop ? drop.delivered_on : note.delivered_on) ?? null,
    planned_on: note.planned_on ?? null,
    signature: signed.signature ?? null,
    typed_signature: signed.typed_signature ?? null,
    received_by: drop ? drop.received_by : note.received_by,
    lines: note.lines
      .map((line) => ({
        ...line,
        kind: 'item' as const,
        ...(drop
          ? byDrop(line, drop, earlier)
          : { now: isPlan ? (line.qty ?? line.qty_delivered) : line.qty_delivered, before: line.elsewhere }),
      }))
      .filter(({ now }) => !drop || isAboveZero(now)),
  })
}

/** What one drop brings of a line, and what came before it: by the drops before it and by other deliveries of the order. */
function byDrop(line: Note['lines'][number], drop: Note['drops'][number], earlier: Note['drops']) {
  const elsewhere = drop.elsewhere?.[line.id] ?? line.elsewhere
  return {
    now: broughtBy([drop], line.id),
    before: written(sum([exact(elsewhere), exact(broughtBy(earlier, line.id))])),
  }
}

const broughtBy = (drops: Note['drops'], line: string): string =>
  written(
    sum([
      exact('0'),
      ...drops.flatMap(({ lines }) => lines.filter(({ id }) => id === line)).map(({ qty }) => exact(qty)),
    ]),
  )
