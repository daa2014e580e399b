import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newPerson as newBrowserPerson } from '../e2e/people.ts'
import { admin, browserOf, newPerson } from '../faults/people.ts'
import { seeded } from '../faults/random.ts'
import { spreadOf } from '../faults/spread.ts'
import type { Product } from '../product.ts'
import { inBrowser, type Open } from './browsers.ts'
import { megabytes, milliseconds, type Row } from './row.ts'

/** The share of the measured sizes in per cent: `BENCH_SHARE=5` runs the section in a minute. */
const share = Number(process.env.BENCH_SHARE ?? 100) / 100
const sized = (whole: number) => Math.max(1, Math.round(whole * share))

const finished = sized(19_800)
const onBoard = sized(200)
const items = sized(10_000)
const openings = 10
/** Jobs in one request: with four steps each, below the limit of rows. */
const atOnce = 200
/** The pause before a link on a page is pressed, in ms. */
const settled = 1000
const moves = sized(60)
const movers = 10
/** For how many ms ten people move cards while frames are measured. */
const movingFor = 20_000
/** A frame that takes longer than this, in ms, is seen as a stutter. */
const slowFrame = 50
const proofBytes = 30 * 1024 ** 2
const hours = 24
const changesADay = sized(20_000)

const stages = ['new', 'artwork', 'approved', 'in_production', 'qc', 'ready'] as const
const columns = { approved: 'Approved', in_production: 'In production' } as const

/** `BENCH_PARTS=search,proof` measures only those parts. */
const parts = process.env.BENCH_PARTS?.split(',')

/** 20,000 jobs with 200 on the board, 10,000 stock items, a large proof, and a wall screen for a day. */
export async function measureProduction(product: Product): Promise<Row[]> {
  const board = await fill(product)
  console.log(`  ${finished + onBoard} jobs and ${items} items stand`)
  return inBrowser(product, async (open) => {
    const all: Record<string, () => Promise<Row[]>> = {
      open: () => opens(open),
      move: () => movesSeenElsewhere(open, board),
      frames: () => framesWhileTenMove(product, open, board),
      search: () => searches(product),
      proof: () => largeProof(product, open),
      wall: () => dayOnTheWall(product, open, board),
    }
    const rows: Row[] = []
    for (const [name, measure] of Object.entries(all)) {
      if (parts && !parts.includes(name)) continue
      const measured = await measure()
      for (const { measure: what, result } of measured) console.log(`  ${what}: ${result}`)
      rows.push(...measured)
    }
    return rows
  })
}

type Card = { id: string; number: string }

/** The jobs of the board that may be moved between Approved and In production. */
async function fill(product: Product): Promise<Card[]> {
  const service = admin(product)
  const { data: client } = await service
    .from('contacts')
    .insert({ type: 'Business', company: 'Bench Bakery' })
    .select('id')
    .single()
    .throwOnError()
  const inChunks = async (count: number, write: (from: number, to: number) => PromiseLike<unknown>) => {
    for (let from = 0; from < count; from += atOnce) await write(from, Math.min(count, from + atOnce))
  }
  const jobAt = (nth: number, status: string) => ({
    id: randomUUID(),
    job_number: `BENCH-${String(nth).padStart(5, '0')}`,
    title: `Sign ${nth}`,
    contact_id: client.id,
    status,
    due_date: new Date(Date.now() + ((nth % 40) - 5) * 86_400_000).toISOString().slice(0, 10),
  })
  const withSteps = async (jobs: readonly ReturnType<typeof jobAt>[], status: string) => {
    await service
      .from('jobs')
      .insert([...jobs])
      .throwOnError()
    const steps = jobs.flatMap(({ id }) =>
      ['Print', 'Laminate', 'Cut', 'Pack'].map((name, at) => ({ job_id: id, position: `a${at}`, name, status })),
    )
    await service.from('job_steps').insert(steps).throwOnError()
  }
  await inChunks(finished, (from, to) =>
    withSteps(
      Array.from({ length: to - from }, (_, at) => jobAt(from + at, 'closed')),
      'done',
    ),
  )
  const open = Array.from({ length: onBoard }, (_, at) => jobAt(finished + at, stages[at % stages.length] ?? 'new'))
  await withSteps(open, 'todo')
  await inChunks(items, (from, to) =>
    service
      .from('inventory_items')
      .insert(
        Array.from({ length: to - from }, (_, at) => ({
          sku: `BENCH-${from + at}`,
          name: `${['Foamex', 'Acrylic', 'Vinyl', 'Banner', 'Screw'][at % 5]} ${from + at} mm ${['white', 'clear', 'black'][at % 3]}`,
          form: 'piece',
          bin: `Rack ${at % 40}`,
        })),
      )
      .throwOnError(),
  )
  return open.filter(({ status }) => status === 'approved').map(({ id, job_number }) => ({ id, number: job_number }))
}

const card = (page: Page) =>
  page.getByRole('region', { name: 'In production', exact: true }).getByRole('article').first()

async function opens(open: Open): Promise<Row[]> {
  const page = await open(await newBrowserPerson('account_manager', 'Opener'))
  const took: number[] = []
  for (let nth = 0; nth < openings; nth += 1) {
    await page.goto('/tasks')
    // The former page's late requests do not belong to the opening of the board.
    await page.getByText('Live', { exact: true }).first().waitFor()
    await page.waitForTimeout(settled)
    const began = performance.now()
    await page.getByRole('link', { name: 'Production', exact: true }).first().click()
    await card(page).waitFor()
    took.push(performance.now() - began)
  }
  await page.close()
  return [
    {
      measure: `click on Production → ${onBoard} cards of ${finished + onBoard} jobs`,
      result: milliseconds(spreadOf(took)),
      aim: 'median ≤ 600 ms',
    },
  ]
}

/** The clock time, in ms, at which a card is in a column of this page. */
const standsIn = (page: Page, column: string, number: string): Promise<number> =>
  page.evaluate(
    ([label, job]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector(`section[aria-label="${label}"] article[aria-label^="${job} "]`)) return
          seen.disconnect()
          resolve(Date.now())
        }
        const seen = new MutationObserver(look)
        seen.observe(document.body, { subtree: true, childList: true })
        look()
      }),
    [column, number] as const,
  )

async function movesSeenElsewhere(open: Open, board: readonly Card[]): Promise<Row[]> {
  const one = await open(await newBrowserPerson('account_manager', 'Mover'))
  const other = await open(await newBrowserPerson('team_member', 'Watcher'))
  for (const page of [one, other]) {
    await page.goto('/production')
    await card(page).waitFor()
    await page.getByText('Live', { exact: true }).first().waitFor()
  }
  await one.evaluate(() => {
    document.addEventListener('click', () => (document.body.dataset['clickedAt'] = String(Date.now())), {
      capture: true,
    })
  })
  const took: number[] = []
  for (let nth = 0; nth < moves; nth += 1) {
    const moved = board[nth % board.length]
    if (!moved) break
    const to = Math.floor(nth / board.length) % 2 === 0 ? columns.in_production : columns.approved
    await one.getByRole('button', { name: `Move ${moved.number}`, exact: true }).click()
    const shown = standsIn(other, to, moved.number)
    await one.getByRole('menuitem', { name: to, exact: true }).click()
    took.push((await shown) - Number(await one.evaluate(() => document.body.dataset['clickedAt'])))
    await standsIn(one, to, moved.number)
  }
  await one.close()
  await other.close()
  return [{ measure: 'card moved → on another screen', result: milliseconds(spreadOf(took)), aim: 'p95 ≤ 150 ms' }]
}

/** The duration of each frame of a page, in ms, until `stop` is called. */
async function countFrames(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const next = (at: number) => {
      frames.push(Math.round(at - last))
      last = at
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(window, { benchFrames: frames })
  })
  return () => page.evaluate(() => (Reflect.get(window, 'benchFrames') as number[]).slice(2))
}

async function framesWhileTenMove(product: Product, open: Open, board: readonly Card[]): Promise<Row[]> {
  const people = await Promise.all(
    Array.from({ length: movers }, async () => browserOf(product, await newPerson(product, 'account_manager'))),
  )
  const page = await open(await newBrowserPerson('team_member', 'Watcher'))
  await page.goto('/production')
  await card(page).waitFor()
  const stop = await countFrames(page)
  const until = performance.now() + movingFor
  let moved = 0
  await Promise.all(
    people.map(async (person, nth) => {
      const random = seeded(nth + 1)
      while (performance.now() < until) {
        const { id } = random.pick(board)
        const [from, to] = random.chance(0.5) ? ['approved', 'in_production'] : ['in_production', 'approved']
        const { error } = await person.rpc('move_job', { p_id: id, p_from: from, p_to: to })
        if (!error) moved += 1
        await new Promise((passed) => setTimeout(passed, random.between(200, 800)))
      }
    }),
  )
  const frames = await stop()
  await page.close()
  const slow = frames.filter((ms) => ms > slowFrame)
  return [
    {
      measure: `frames over ${slowFrame} ms while ten people move ${moved} cards`,
      result: `${slow.length} of ${frames.length}, longest ${Math.max(0, ...frames)} ms`,
      aim: '0',
    },
  ]
}

async function searches(product: Product): Promise<Row[]> {
  const db = await browserOf(product, await newPerson(product, 'team_member'))
  const took: number[] = []
  for (let nth = 0; nth < 100; nth += 1) {
    const words = [`${(nth * 97) % items}`, ['acrylic', 'rack 1', 'white'][nth % 3] ?? '']
    let query = db
      .from('inventory_items')
      .select('id, sku, name, form, bin, on_hand::text, available::text, photos:item_photos(preview)', {
        count: 'exact',
      })
      .is('archived_at', null)
    for (const word of words) query = query.like('search_text', `%${word}%`)
    const began = performance.now()
    await query.order('name').order('id').limit(50).throwOnError()
    took.push(performance.now() - began)
  }
  return [{ measure: `search in ${items} items`, result: milliseconds(spreadOf(took)), aim: 'p95 ≤ 100 ms' }]
}

/** A PDF of one page with a picture of that many bytes, which nothing makes smaller. */
function largePdf(bytes: number): Buffer {
  const width = 2000
  const height = Math.floor(bytes / width / 3)
  const random = seeded(7)
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at += 4)
    pixels.writeUInt32LE(random.between(0, 0xffff_ffff), Math.min(at, pixels.length - 4))
  const draw = 'q 800 0 0 600 0 0 cm /P Do Q'
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 800 600] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>',
    ),
    Buffer.from(`<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`),
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Length ${pixels.length} >>\nstream\n`,
      ),
      pixels,
      Buffer.from('\nendstream'),
    ]),
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const places: number[] = []
  let at = 9
  for (const [nth, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${nth + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    places.push(at)
    parts.push(part)
    at += part.length
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

async function largeProof(product: Product, open: Open): Promise<Row[]> {
  const service = admin(product)
  const [quotationId, jobId, uuid] = [randomUUID(), randomUUID(), randomUUID()]
  const { data: client } = await service
    .from('contacts')
    .select('id')
    .eq('company', 'Bench Bakery')
    .single()
    .throwOnError()
  await service
    .from('quotations')
    .insert({ id: quotationId, quotation_number: 'Q-BENCH', status: 'sent', contact_id: client.id, public_uuid: uuid })
    .throwOnError()
  await service
    .from('jobs')
    .insert({
      id: jobId,
      job_number: 'BENCH-PROOF',
      title: 'Hoarding',
      quotation_id: quotationId,
      mockup_required: true,
    })
    .throwOnError()
  const desk = await open(await newBrowserPerson('sales', 'Designer'))
  await desk.goto(`/mockups/${jobId}`)
  await desk.getByRole('button', { name: 'Upload mockup' }).click()
  const dialog = desk.getByRole('dialog')
  const buffer = largePdf(proofBytes)
  const chosen = performance.now()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'hoarding.pdf', mimeType: 'application/pdf', buffer })
  await dialog.getByRole('button', { name: 'Add version 1' }).click()
  await dialog.waitFor({ state: 'hidden', timeout: 60_000 }).catch(async (error: unknown) => {
    throw new Error(`The upload stands still: ${await dialog.innerText()}`, { cause: error })
  })
  const added = performance.now()
  await desk.getByRole('button', { name: 'Send to client' }).click()
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /Send|Open the link/ })
    .click()
  await desk.getByRole('button', { name: 'Copy link' }).waitFor()
  const took: number[] = []
  for (let nth = 0; nth < openings; nth += 1) {
    const began = performance.now()
    await desk.goto(`/mockups/${uuid}`)
    const first = desk.getByRole('img', { name: /Page 1, Version 1/ })
    await first.waitFor()
    await first.evaluate((image) => (image instanceof HTMLImageElement ? image.decode() : undefined))
    took.push(performance.now() - began)
  }
  await desk.close()
  const size = megabytes(buffer.length)
  return [
    {
      measure: `proof of ${size}: chosen → pages drawn, uploaded, added`,
      result: `${((added - chosen) / 1000).toFixed(1)} s`,
      aim: '',
    },
    {
      measure: `proof of ${size}: link opened → first page`,
      result: milliseconds(spreadOf(took)),
      aim: 'p95 ≤ 1,500 ms',
    },
  ]
}

/** A wall screen through a day: its clock runs an hour after every 24th of the changes; its memory is measured then. */
async function dayOnTheWall(product: Product, open: Open, board: readonly Card[]): Promise<Row[]> {
  const people = await Promise.all(
    Array.from({ length: movers }, async () => browserOf(product, await newPerson(product, 'account_manager'))),
  )
  const page = await open(await newBrowserPerson('team_member', 'Wall'))
  await page.clock.install()
  await page.goto('/production?tv=yes')
  await page.getByRole('region', { name: 'Production board for the wall' }).getByRole('article').first().waitFor()
  const inspector = await page.context().newCDPSession(page)
  const weighed: { heap: number; nodes: number }[] = []
  const weigh = async () => {
    await inspector.send('HeapProfiler.collectGarbage')
    await inspector.send('Performance.enable')
    const { metrics } = await inspector.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
    weighed.push({ heap: of('JSHeapUsedSize'), nodes: of('Nodes') })
  }
  let changed = 0
  for (let hour = 1; hour <= hours; hour += 1) {
    const each = Math.ceil(changesADay / hours / movers)
    await Promise.all(
      people.map(async (person, nth) => {
        const own = board.filter((_, at) => at % movers === nth)
        for (let time = 0; time < each && own.length > 0; time += 1) {
          const of = own[time % own.length]
          const ask = (from: string, to: string) =>
            person.rpc('move_job', { p_id: of?.id ?? '', p_from: from, p_to: to })
          const { error } = await ask('approved', 'in_production')
          if (error) await ask('in_production', 'approved').throwOnError()
          changed += 1
        }
      }),
    )
    await page.clock.fastForward(3_600_000)
    await page.waitForTimeout(500)
    await weigh()
    if (hour % 6 === 0) console.log(`  hour ${hour}: ${changed} changes, ${megabytes(weighed.at(-1)?.heap ?? 0)}`)
  }
  const at = (hour: number) => {
    const { heap = 0, nodes = 0 } = weighed[hour - 1] ?? {}
    return `${(heap / 1024 ** 2).toFixed(1)} MB, ${nodes} nodes`
  }
  await page.close()
  return [
    {
      measure: `wall screen, 24 h simulated, ${changed} changes: heap at hour 2, 12, 24`,
      result: [2, 12, 24].map(at).join('; '),
      aim: 'flat',
    },
  ]
}
