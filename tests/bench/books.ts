import { browserOf, newPerson } from '../faults/people.ts'
import { spreadOf } from '../faults/spread.ts'
import type { Product } from '../product.ts'
import { generated } from './invoices.ts'
import { milliseconds, type Row } from './row.ts'

// What an accountant waits for at the end of a month. A smaller INVOICES only checks that the section works.

/** The checks of a closing, the VAT of a quarter and the journal of a year, of all invoices and payments, as the screens ask for them. */
export async function measureBooks(product: Product): Promise<Row[]> {
  await product.withDatabase(async (engine) => {
    for (const sql of generated()) await engine.exec(sql)
    await engine.exec(`set session_replication_role = replica;
      insert into public.invoice_vat (invoice_id, vat_rate, vat_treatment, base, vat)
        select id, 18, 'standard', 500, 90 from public.invoices where invoice_number like 'BENCH-%';
      set session_replication_role = origin; analyze`)
  })
  const db = await browserOf(product, await newPerson(product, 'admin'))
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const timed = async (times: number, work: () => PromiseLike<unknown>): Promise<string> => {
    const took: number[] = []
    for (let nth = 0; nth < times; nth += 1) {
      const began = performance.now()
      await work()
      took.push(performance.now() - began)
    }
    return milliseconds(spreadOf(took))
  }
  const checks = await timed(5, () => db.rpc('closing_checks', { p_to: day(1) }).throwOnError())
  const quarter = await timed(5, () =>
    db
      .rpc('ledger', { p_side: 'sales', p_from: day(92), p_to: day(1) })
      .limit(1000)
      .throwOnError(),
  )
  const figures = await timed(5, () => db.rpc('analytics', { p_from: day(92), p_to: day(1) }).throwOnError())
  const began = performance.now()
  let lines = 0
  for (let after: string | null = null, isMore = true; isMore;) {
    const { data }: { data: { place: string }[] } = await db
      .rpc('journal', { p_from: day(365), p_to: day(1), p_limit: 1000, ...(after ? { p_after: after } : {}) })
      .select('place')
      .throwOnError()
    lines += data.length
    after = data.at(-1)?.place ?? null
    isMore = data.length === 1000
  }
  return [
    { measure: 'checks of a closing', result: checks, aim: '≤ 2 s' },
    { measure: 'sales ledger of a quarter, its first thousand rows', result: quarter, aim: '≤ 1 s' },
    { measure: 'page of VAT of a quarter, with all figures of analytics', result: figures, aim: '≤ 1 s' },
    {
      measure: `the journal of a year, ${lines} lines, a page at a time`,
      result: `${((performance.now() - began) / 1000).toFixed(1)} s`,
      aim: '≤ 20 s',
    },
  ]
}
