import { languages } from '@/shared/domain/texts/languages'
import { englishPaperTexts } from '@/shared/domain/texts/papers/english'
import { paperTexts } from '@/shared/domain/texts/papers/load'
import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import type { Paper } from '../paper/paper'
import { deliveryNotePaper, jobTicketPaper, statementPaper } from '../paper/delivery-papers'
import { invoicePaper, quotationPaper } from '../paper/papers'
import { company, delivery, exampleLines, invoiceOf, quotationOf, statement } from '../paper/testing'
import { pngOf } from '../pictures/testing'
import { anyLine, item } from '../testing'
import { coveredRanges, printable } from './characters'
import { paperFonts } from './fonts'
import { paperPdf } from './paper-pdf'
import { readPdf } from './testing'

const at = new Date('2026-11-22T10:00:00Z')
const read = async (paper: Paper, size: 'A4' | 'LETTER' = 'A4') =>
  readPdf(await paperPdf(paper, { fonts: paperFonts, at, size }))

const panels = (count: number) =>
  Array.from({ length: count }, (_, index) => item({ id: `${index}`, description: `Panel ${index}` }))

describe('a quotation as PDF', () => {
  test('says what the paper says, in its order', async () => {
    const { pages } = await read(quotationPaper(quotationOf(exampleLines)))
    expect(pages).toHaveLength(1)
    expect(pages[0]?.slice(0, 10)).toEqual([
      'Ħanut tas-Sinjali',
      '12, Triq il-Kbira',
      'ZBG 1234 Ħaż-Żebbuġ',
      'Malta',
      'office@example.com',
      '+356 2123 4567',
      'VAT MT12345678',
      'Reg. C 12345',
      'Quotation',
      'Q-2026-0142',
    ])
    const words = pages[0]?.join(' | ')
    expect(words).toContain('ACM tray panel, powder coated | 6 × 3,000 × 750 mm · 13.5 m² | 6 | 142.375 | 854.25')
    expect(words).toContain('Total with VAT | €1,453.45 | Deposit of 50 % on approval | €726.72 | Balance | €726.73')
    expect(pages[0]?.at(-1)).toBe('Page 1 of 1')
  })

  test('is tagged, has a language and a title, and is made for the archive', async () => {
    const { objects, metadata } = await read(quotationPaper(quotationOf(exampleLines)))
    const catalog = objects.find((object) => object.includes('/Type /Catalog')) ?? ''
    expect(catalog).toContain('/Lang (en)')
    expect(catalog).toContain('/StructTreeRoot')
    expect(catalog).toContain('/MarkInfo')
    expect(objects.some((object) => object.includes('/DisplayDocTitle true'))).toBe(true)
    expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>')
    expect(metadata).toContain('<pdfaid:conformance>A</pdfaid:conformance>')
    expect(metadata).toContain('Quotation Q-2026-0142')
    const tags = objects.flatMap((object) => /\/S \/(\w+)\n/.exec(object)?.[1] ?? [])
    const count = (tag: string) => tags.filter((each) => each === tag).length
    expect([count('H1'), count('Table'), count('TR'), count('TD')]).toEqual([1, 2, 6, 15])
    expect(objects.some((object) => object.includes('/Scope /Column'))).toBe(true)
  })

  test('carries its total from page to page and counts its pages', async () => {
    const paper = quotationPaper(quotationOf(panels(90)))
    const { pages } = await read(paper)
    expect(pages.length).toBeGreaterThan(2)
    const carried = paper.table.rows.map((row) => (row.kind === 'line' ? row.carried : null))
    let shown = 0
    pages.forEach((words, index) => {
      shown += words.filter((word) => /^Panel \d+$/.test(word)).length
      expect(words.at(-1)).toBe(`Page ${index + 1} of ${pages.length}`)
      const forward = words.indexOf('Carried forward')
      if (shown < 90) expect(words[forward + 1]).toBe(carried[shown - 1])
      else expect(forward).toBe(-1)
      if (index > 0 && words.some((word) => word.startsWith('Panel'))) {
        expect(words.slice(0, 4)).toEqual(['Description', 'Quantity', 'Unit price', 'Net EUR'])
        expect(words[4]).toBe('Brought forward')
      }
    })
    expect(shown).toBe(90)
  })

  test('a description longer than a page goes on over the next ones, and nothing of it is lost', async () => {
    const words = Array.from({ length: 1200 }, (_, index) => `word${index}`).join(' ')
    const { pages } = await read(quotationPaper(quotationOf([item({ description: words }), item({ id: 'b' })])))
    expect(pages.length).toBeGreaterThan(1)
    expect(
      pages
        .flat()
        .join(' ')
        .match(/word\d+/g),
    ).toHaveLength(1200)
  })

  test('its sums, its signature and the bank account are never alone on a page: the last line is with them', async () => {
    for (let count = 9; count <= 26; count += 1) {
      for (const paper of [quotationPaper(quotationOf(panels(count))), invoicePaper(invoiceOf(panels(count)))]) {
        const { pages } = await read(paper)
        for (const words of pages.map((page) => page.join(' | ')))
          if (/Total with VAT|Amount to pay|Signature|IBAN/.test(words))
            expect(words, `${paper.title} of ${count}`).toContain(`Panel ${count - 1} |`)
      }
    }
  })

  test('a heading is never the last line of a page', async () => {
    for (let count = 17; count < 24; count += 1) {
      const lines = [
        ...panels(count),
        item({ id: 'h', kind: 'heading', description: 'Last section' }),
        item({ id: 'z', description: 'Below' }),
      ]
      const { pages } = await read(quotationPaper(quotationOf(lines)))
      const page = pages.find((words) => words.includes('LAST SECTION'))
      expect(page).toContain('Below')
    }
  })

  test('fits American letter paper where that is set', async () => {
    const { objects } = await read(quotationPaper(quotationOf(exampleLines)), 'LETTER')
    expect(objects.some((object) => object.includes('/MediaBox [0 0 612 792]'))).toBe(true)
  })
})

test('the head of the tax table goes on in a next line before it reaches the head beside it', async () => {
  const { pages } = await read(
    invoicePaper(invoiceOf(exampleLines, { company: { ...company, tax_name: 'sales tax' } })),
  )
  const words = pages.flat()
  expect(words).not.toContain('Sales tax amount')
  expect(words.slice(words.lastIndexOf('Net', words.indexOf('amount')))).toEqual(
    expect.arrayContaining(['Net', 'Sales tax', 'amount']),
  )
})

test('an invoice has the bank account, its code with words, and the sentence of reverse charge', async () => {
  const reversed = [item({ vat_rate: '0.00', vat_treatment: 'reverse_charge' })]
  const { pages, objects } = await read(invoicePaper(invoiceOf(reversed)))
  const words = pages.flat().join(' ')
  expect(words).toContain('MT84 MALT 0110 0001 2345 MTLC AST0 01S')
  expect(words).toContain('Article 44 of Council Directive 2006/112/EC')
  expect(objects.some((object) => object.includes('/Alt (Scan to pay with a banking app)'))).toBe(true)
})

test.each(languages.map(({ value }) => value))(
  'in %s the line of a cash discount is not broken, and its amount stands below in lines of its own',
  async (language) => {
    const cash_discount = {
      ...{ pct: '2', days: 10, until: '2026-12-02', is_open: true },
      ...{ base: '1180.00', amount: '23.60', pays: '1156.40' },
    }
    const asked = { gross: '1180.00', balance: '1180.00', cash_discount, language, texts: await paperTexts(language) }
    const paper = invoicePaper({ ...invoiceOf(exampleLines), ...asked })
    const [early] = paper.due?.facts ?? []
    const words = (await read(paper)).pages.flat()
    const at = words.indexOf(early?.label ?? '')
    expect(words.slice(at)).toContain(early?.label)
    // Two columns of 55 and 45 per cent: what is longer would reach into the VAT table.
    expect(Math.max(...words.slice(at, at + 4).map((text) => text.length))).toBeLessThan(52)
    expect(words[at + 1]?.slice(0, 8)).toBe(printable(early?.value ?? '').slice(0, 8))
  },
)

test('a delivery note has no amounts, and a statement has balances', async () => {
  const note = (await read(deliveryNotePaper(delivery))).pages.flat().join(' ')
  expect(note).toContain('Still to come')
  expect(note).not.toMatch(/€|\d\.\d\d/)
  expect((await read(statementPaper(statement))).pages.flat()).toContain('1,553.45')
})

test('a delivery note without lines has no table: no head stands over nothing', async () => {
  const said = async (document: typeof delivery) =>
    (await read(deliveryNotePaper(document))).pages.flat().filter((word) => ['Ordered', 'Still to come'].includes(word))
  expect(await said(delivery)).toEqual(['Ordered', 'Still to come'])
  expect(await said({ ...delivery, lines: [] })).toEqual([])
})

test('every letter that is promised has a shape in both weights', () => {
  for (const font of [paperFonts.regular, paperFonts.semibold]) {
    const doc = new PDFDocument({ font: '' })
    doc.font(font)
    const shapes: unknown = Reflect.get(Reflect.get(Reflect.get(doc, '_font'), 'font'), 'characterSet')
    const known = new Set(Array.isArray(shapes) ? shapes : [])
    const missing = coveredRanges.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index).filter((code) => !known.has(code)),
    )
    expect(missing.map((code) => code.toString(16))).toEqual([])
  }
})

test('letters that the fonts lack become their base or a question mark', () =>
  expect(
    ['Ħaż-Żebbuġ, ħanut', 'Ḥaḍar', 'Βαλέτα', 'Мальта', '看板', 'a\u202fb', 'so\u00adft', 'tab\there'].map(printable),
  ).toEqual(['Ħaż-Żebbuġ, ħanut', 'Hadar', 'Βαλέτα', 'Мальта', '??', 'a\u00a0b', 'soft', 'tab here']))

test('a long number is written smaller, never in two lines', async () => {
  const line = item({ qty: '-1.0142', unit_price: '98599.8821', discount_pct: '12.50' })
  const { pages } = await read(quotationPaper(quotationOf([line, item({ vat_rate: '13.50' })])))
  expect(pages.flat()).toEqual(expect.arrayContaining(['98,599.882', '−87,500.00']))
})

test('a picture stands under its line and is read out as its description; one that cannot be read is left out', async () => {
  const van = await readFile('supabase/demo/marigold-van-1-small.png')
  const picture = new Uint8Array(van).buffer
  const line = { ...item({ description: 'Van livery' }), picture_path: 'van' }
  const paper = quotationPaper(quotationOf([line], { company: { ...company, logo_url: null } }))
  const drawn = async (bytes: ArrayBuffer) =>
    readPdf(await paperPdf(paper, { fonts: paperFonts, at, pictures: new Map([['van', bytes]]) }))
  const { objects } = await drawn(picture)
  expect(objects.some((head) => head.includes('/Subtype /Image'))).toBe(true)
  expect(objects.some((head) => head.includes('/S /Figure') && head.includes('/Alt (Van livery)'))).toBe(true)
  for (const bytes of [
    new TextEncoder().encode('no picture'),
    pngOf(4, 4, deflateSync('too short')),
    pngOf(4, 4, Buffer.from('?')),
  ]) {
    const broken = await drawn(new Uint8Array(bytes).buffer)
    expect(broken.objects.some((head) => head.includes('/Subtype /Image'))).toBe(false)
    expect(broken.pages.flat()).toContain('Van livery')
  }
})

test('a drawn signature stands on the note; one that cannot be read, or unpacks to more than a page, leaves its place empty', async () => {
  const drawn = async (png: Uint8Array) => {
    const signature = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
    const note = { ...delivery, received_by: 'Anna Vella', delivered_at: '2026-11-20T23:30:00Z', signature }
    const { objects } = await read(deliveryNotePaper({ ...note, company: { ...company, logo_url: null } }))
    return objects.some((head) => head.includes('/Subtype /Image'))
  }
  expect(await drawn(pngOf(40, 20))).toBe(true)
  expect(await drawn(pngOf(40, 20, Buffer.from('?')))).toBe(false)
  expect(await drawn(pngOf(9000, 9000, deflateSync(Buffer.alloc(9000 * 36_001))))).toBe(false)
})

test('the amounts of any quotation are those of its paper', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyLine, { maxLength: 60 }), async (lines) => {
      const paper = quotationPaper(quotationOf(lines, { company: { ...company, logo_url: null } }))
      const words = (await read(paper)).pages.flat()
      const amounts = (texts: string[]) => texts.filter((text) => /^−?[\d,]+\.\d\d$/.test(text) && text.length > 3)
      const expected = paper.table.rows.flatMap((row) => (row.kind === 'line' ? [row.cells.at(-1) ?? ''] : []))
      expect(amounts(words)).toEqual(expect.arrayContaining(amounts(expected)))
      expect(words).toContain(paper.due?.amount)
      for (const { value } of paper.totals) expect(words).toContain(value)
    }),
    { numRuns: 15 },
  ))

describe('the ticket of a job', () => {
  const ticket = (steps: number) =>
    jobTicketPaper({
      texts: englishPaperTexts,
      number: 'JOB-2026-0098-A',
      status: 'in_production',
      title: 'Tray panels',
      company,
      client: delivery.client,
      order_number: 'SO-2026-0098',
      due_date: '2026-12-01',
      promised_date: null,
      timing: null,
      remake_of: null,
      materials: [{ name: 'Dibond', planned: '3 sheets', kept: null, taken: null, bin: 'A1' }],
      proof: { version: 2, status: 'approved', by: 'Anna Vella', at: null, pages: 1, picture: 'p/1' },
      qty: '6.0000',
      unit: 'piece',
      width_mm: '3000.00',
      height_mm: '750.00',
      steps: Array.from({ length: steps }, (_, place) => ({
        name: `Step ${place}`,
        work_centre: 'Printer',
        done: null,
        planned_minutes: '30',
        status: 'todo',
      })),
      instructions: 'Hang with the logo up',
      url: 'https://example.com/jobs/1',
    })
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const bytes = picture.buffer.slice(picture.byteOffset, picture.byteOffset + picture.byteLength)

  test.each([[3], [8]])(
    'with %i steps is one whole sheet: the approved picture and lines to write on fill it',
    async (steps) => {
      const { pages, objects } = readPdf(
        await paperPdf(ticket(steps), { fonts: paperFonts, at, pictures: new Map([['p/1', bytes]]) }),
      )
      expect(pages).toHaveLength(1)
      expect(pages[0]).toEqual(expect.arrayContaining(['Hang with the logo up', 'Dibond', 'Version 2, approved']))
      expect(objects.some((object) => object.includes('/Subtype /Image'))).toBe(true)
    },
  )

  test('has its picture on a sheet of its own where the steps leave no room for it', async () => {
    const { pages } = readPdf(
      await paperPdf(ticket(16), { fonts: paperFonts, at, pictures: new Map([['p/1', bytes]]) }),
    )
    expect(pages).toHaveLength(2)
    expect(pages[1]).toContain('Version 2, approved')
  })

  test('without a picture is one sheet too, with lines for notes', async () => {
    const { pages } = await read(ticket(3))
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('Notes')
  })
})

test('a paper in German has its amounts in German, and no word of its tax table is cut', async () => {
  const german = { language: 'de' as const, texts: await paperTexts('de') }
  const dear = [item({ qty: '1', unit_price: '1234567.8900' }), item({ vat_rate: '7.00' })]
  const words = (await read(invoicePaper(invoiceOf(dear, german)))).pages.flat()
  expect(words).toEqual(expect.arrayContaining(['MwSt.', 'Netto', 'MwSt.-Betrag', '1.234.567,89']))
  expect(words.filter((word) => /\d,\d{3}\.\d\d/.test(word))).toEqual([])
})
