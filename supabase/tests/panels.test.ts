import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn, type Trade, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

async function refusal(tx: Queryable, worker: Worker, sql: string): Promise<string> {
  await tx.exec('savepoint tried')
  try {
    await worker.run(sql)
  } catch (error) {
    await tx.exec('rollback to savepoint tried')
    return error instanceof Error ? error.message.replace(/ ← .*/s, '') : String(error)
  }
  return 'nothing was refused'
}

const panelId = '77777777-1111-4111-8111-000000000001'
const parts = [
  { name: 'Face', needs_cut: true, needs_prep: true },
  { name: 'Rail', qty: 4, needs_cut: true },
  { name: 'VHB tape' },
]
const addSql = (more = '') =>
  `select public.add_panel('${panelId}', '${row.job}', 'tray', 'Left tray', 2400, 600, 40, '${more || JSON.stringify(parts)}')`

async function panel({ workshop }: Trade): Promise<{ face: string; rail: string; tape: string }> {
  await workshop.run(addSql())
  const rows = await workshop.rows<{ id: string }>(
    `select id from public.panel_parts where panel_id = '${panelId}' order by position`,
  )
  return { face: rows[0]?.id ?? '', rail: rows[1]?.id ?? '', tape: rows[2]?.id ?? '' }
}
const tick = (part: string, mark: string) => `select public.tick_part('${part}', '${mark}')`
const untick = (part: string, mark: string) => `select public.untick_part('${part}', '${mark}')`
const status = ({ workshop }: Trade) =>
  workshop.value<string>(`select status from public.panels where id = '${panelId}'`)

describe('a panel', () => {
  test('is added once with its parts, and is numbered within its job', async () => {
    await inTrade(async (trade, tx) => {
      await panel(trade)
      expect(await trade.workshop.value(addSql())).toBe(1)
      expect(
        await trade.workshop.rows('select name, qty, needs_cut from public.panel_parts order by position'),
      ).toEqual([
        { name: 'Face', qty: 1, needs_cut: true },
        { name: 'Rail', qty: 4, needs_cut: true },
        { name: 'VHB tape', qty: 1, needs_cut: false },
      ])
      const second = (list: unknown) => addSql(JSON.stringify(list)).replace(panelId, panelId.replace(/1$/, '2'))
      expect(await refusal(tx, trade.workshop, second([]))).toBe('A panel has 1 to 100 parts')
      expect(await refusal(tx, trade.workshop, second([{ name: ' ' }]))).toBe(
        'Every part needs a name and a quantity of at least one',
      )
      expect(await refusal(tx, trade.workshop, second([{ name: 'Rail', qty: 0 }]))).toBe(
        'Every part needs a name and a quantity of at least one',
      )
      expect(await refusal(tx, trade.accounts, second(parts))).toBe('You may not add panels')
    })
  })

  test('goes from planned to ready as its parts are marked, and is ready with the last one', async () => {
    await inTrade(async (trade, tx) => {
      const { face, rail, tape } = await panel(trade)
      const seen = [await status(trade)]
      for (const [worker, part, mark] of [
        ['workshop', face, 'cut'],
        ['sales', face, 'prepared'],
        ['workshop', rail, 'cut'],
        ['workshop', rail, 'fitted'],
        ['sales', tape, 'fitted'],
        ['workshop', face, 'fitted'],
      ] as const) {
        await trade[worker].run(tick(part, mark))
        seen.push(await status(trade))
      }
      expect(seen).toEqual(['planned', 'cutting', 'cutting', 'prepared', 'assembling', 'assembling', 'ready'])
      await trade.workshop.run(`select public.pack_panel('${panelId}', true)`)
      expect(await status(trade)).toBe('packed')
      expect(await refusal(tx, trade.workshop, untick(face, 'fitted'))).toBe(
        'This panel is packed. Please unpack it first.',
      )
    })
  })

  test('is not packed while a part is not fitted', async () => {
    await inTrade(async (trade, tx) => {
      await panel(trade)
      expect(await refusal(tx, trade.workshop, `select public.pack_panel('${panelId}', true)`)).toBe(
        'Panel 1 is not ready: a part is not fitted yet',
      )
    })
  })
})

describe('a mark', () => {
  test('is set once: a repeated tick changes nothing, that of a colleague is refused with the name of the first', async () => {
    await inTrade(async (trade, tx) => {
      const { face } = await panel(trade)
      await trade.workshop.run(tick(face, 'cut'))
      await trade.workshop.run(tick(face, 'cut'))
      expect(await refusal(tx, trade.sales, tick(face, 'cut'))).toMatch(
        /^team_member marked "Face" as cut at \d\d:\d\d already$/,
      )
      expect(await refusal(tx, trade.workshop, tick(face, 'fitted'))).toBe('"Face" is not prepared yet')
      expect(await refusal(tx, trade.workshop, tick(face, 'painted'))).toBe('A mark is cut, prepared or fitted')
      expect(await refusal(tx, trade.accounts, tick(face, 'prepared'))).toBe('You may not mark parts')
    })
  })

  test('is taken back by its author at once; later by whoever may change jobs alone, and the story says so', async () => {
    await inTrade(async (trade, tx) => {
      const { face } = await panel(trade)
      const events = () =>
        trade.sales.value<number>(
          `select count(*)::int from public.document_events where record_id = '${row.job}' and type = 'part_taken_back'`,
        )
      await trade.workshop.run(tick(face, 'cut'))
      await trade.workshop.run(untick(face, 'cut'))
      await trade.workshop.run(untick(face, 'cut'))
      expect([await status(trade), await events()]).toEqual(['planned', 0])
      await trade.workshop.run(tick(face, 'cut'))
      await trade.server.run(`update public.panel_parts set cut_at = now() - interval '1 hour' where id = '${face}'`)
      await trade.server.run(
        `update public.page_permissions set can_edit = page_name = 'production' where role = 'team_member'`,
      )
      expect(await refusal(tx, trade.workshop, untick(face, 'cut'))).toBe(
        'Only team_member can take this mark back, within 10 seconds',
      )
      await trade.sales.run(untick(face, 'cut'))
      expect([await status(trade), await events()]).toEqual(['planned', 1])
    })
  })

  test('a missing part is reported once and found when it is marked', async () => {
    await inTrade(async (trade) => {
      const { tape } = await panel(trade)
      await trade.workshop.run(`select public.report_missing_part('${tape}', true, 'Roll is empty')`)
      await trade.workshop.run(`select public.report_missing_part('${tape}', true, 'Roll is empty')`)
      expect(
        await trade.sales.rows(
          `select meta ->> 'words' as words from public.document_events where type = 'part_missing'`,
        ),
      ).toEqual([{ words: 'Roll is empty' }])
      await trade.workshop.run(tick(tape, 'fitted'))
      expect(await trade.sales.value(`select missing_at from public.panel_parts where id = '${tape}'`)).toBeNull()
    })
  })
})
