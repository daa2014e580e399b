import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { creditNoteOf, exampleLines, invoiceOf } from '../paper/testing.ts'
import type { Billed } from './billed.ts'
import { ublText } from './ubl.ts'
import { electronicInvoice } from './invoice.ts'
import { zipOfPapers } from './zip.ts'

async function* each(papers: readonly Billed[]) {
  yield* papers
}

test('a zip has the PDF with its data and the UBL of each paper by its number, and says what has none', async () => {
  const good = invoiceOf(exampleLines, { number: 'INV-2026-0001' })
  const bad = invoiceOf(exampleLines, { number: 'INV/2026 0002', issue_date: null })
  const papers = [
    { kind: 'invoice', document: good },
    { kind: 'invoice', document: bad },
    { kind: 'credit note', document: creditNoteOf(exampleLines.slice(1, 2)) },
  ] as Billed[]
  const { file, without } = await zipOfPapers(each(papers), async (paper, { facturX }) =>
    Promise.resolve(new TextEncoder().encode(`${paper.number} ${facturX === null ? 'plain' : facturX.slice(0, 5)}`)),
  )
  const read = Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(await file.arrayBuffer()))).map(([name, bytes]) => [
      name,
      strFromU8(bytes),
    ]),
  )
  const credited = Object.keys(read).find((name) => name.startsWith('C') && name.endsWith('.xml')) ?? ''
  expect(Object.keys(read).sort()).toEqual(
    [
      'INV-2026-0001.pdf',
      'INV-2026-0001.xml',
      'INV-2026-0002.pdf',
      credited.replace('.xml', '.pdf'),
      credited,
      'without-electronic-data.txt',
    ].sort(),
  )
  expect(read['INV-2026-0001.xml']).toBe(ublText(electronicInvoice(good)))
  expect(read[credited]).toContain('<CreditNote')
  expect(read['INV-2026-0001.pdf']).toBe('INV-2026-0001 <?xml')
  expect(read['INV-2026-0002.pdf']).toBe('INV/2026 0002 plain')
  expect(without).toHaveLength(1)
  expect(read['without-electronic-data.txt']).toBe(`${without[0]}\n`)
})
