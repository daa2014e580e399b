import { admin, browserOf, newPerson } from '../faults/people.ts'
import { type Spread, spreadOf } from '../faults/spread.ts'
import type { Product } from '../product.ts'
import { milliseconds, type Row } from './row.ts'

const quotations = 50_000
/** The size of a small company, for comparison with the large number. */
const few = 500
const clients = 400
const atOnce = 1000
const asked = 60

const columns =
  `id, number_with_version, status, project_title, created_at, sent_at, valid_until, follow_up_on, gross::text,
  loss:quotation_losses(reason), contact:contacts!quotations_contact_id_fkey(id, type, name, last_name, company)`.replace(
    /\s+/g,
    '',
  )
const aim = 'p95 ≤ 100 ms'

/** The list of quotations with 50,000 of them: the screen's requests, from a salesperson's client. */
export async function measureQuotations(product: Product): Promise<Row[]> {
  const people = await addClients(product)
  await addQuotations(product, people, 0, few)
  const small = await ask(product)
  await addQuotations(product, people, few, quotations)
  const large = await ask(product)
  return Object.entries(large).flatMap(([what, spread]) => [
    { measure: `${what}, of ${quotations}`, result: milliseconds(spread), aim },
    {
      measure: `${what}: p95 of ${quotations} ÷ p95 of ${few}`,
      result: `${(spread.p95 / Math.max(small[what]?.p95 ?? spread.p95, 0.1)).toFixed(1)} ×`,
      aim: '',
    },
  ])
}

const trades = ['Bakery', 'Hotel', 'Pharmacy', 'Garage', 'Marina', 'School', 'Clinic', 'Winery']
const works = ['Fascia with letters', 'Window graphics', 'Van livery', 'Site boards', 'Lightbox', 'Door signs']

async function addClients(product: Product): Promise<string[]> {
  const rows = Array.from({ length: clients }, (_, n) => ({
    type: 'Business',
    name: `${trades[n % trades.length]} ${n}`,
    company: `${trades[n % trades.length]} ${n}`,
  }))
  const { data } = await admin(product).from('contacts').insert(rows).select('id').throwOnError()
  return data.map(({ id }) => id)
}

async function addQuotations(product: Product, people: readonly string[], from: number, to: number): Promise<void> {
  const service = admin(product)
  for (let begin = from; begin < to; begin += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, to - begin) }, (_, offset) => {
      const n = begin + offset
      return {
        quotation_number: `B-${String(n).padStart(6, '0')}`,
        contact_id: people[n % people.length] ?? '',
        project_title: `${works[n % works.length]} ${n}`,
        created_at: new Date(Date.UTC(2020, 0, 1) + n * 3_600_000).toISOString(),
      }
    })
    await service.from('quotations').insert(rows).throwOnError()
  }
}

async function ask(product: Product): Promise<Record<string, Spread>> {
  const db = await browserOf(product, await newPerson(product, 'sales'))
  const timed = async (work: (nth: number) => PromiseLike<unknown>) => {
    const took: number[] = []
    await work(0)
    for (let nth = 1; nth <= asked; nth += 1) {
      const began = performance.now()
      await work(nth)
      took.push(performance.now() - began)
    }
    return spreadOf(took)
  }
  const newest = { ascending: false, nullsFirst: false }
  const found = (text: string) =>
    db
      .rpc('quotations_named', { p_text: text }, { count: 'exact' })
      .select(columns)
      .order('created_at', newest)
      .order('id', newest)
      .limit(50)
      .throwOnError()
  return {
    'quotations, first 50 rows and how many there are': await timed(() =>
      db
        .from('quotations')
        .select(columns, { count: 'exact' })
        .order('created_at', newest)
        .order('id', newest)
        .limit(50)
        .throwOnError(),
    ),
    'quotations, 50 rows from the middle': await timed((nth) =>
      db
        .from('quotations')
        .select(columns)
        .lt('created_at', new Date(Date.UTC(2020, 0, 1) + nth * 7 * 3_600_000).toISOString())
        .order('created_at', newest)
        .order('id', newest)
        .limit(50)
        .throwOnError(),
    ),
    'quotations by number': await timed((nth) => found(`B-${String(nth * 8).padStart(6, '0')}`)),
    'quotations by a word of the title and the client': await timed((nth) =>
      found(`${works[nth % works.length]} ${nth}`),
    ),
    'sums of all quotations by status': await timed(() => db.rpc('quotation_sums', {}).throwOnError()),
  }
}
