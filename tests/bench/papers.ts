import { spreadOf } from '../faults/spread.ts'
import { milliseconds, type Row } from './row.ts'

const lines = 200
const times = 20

/** The PDF of a quotation of 200 lines, as the function and the browser make it, here in Node. */
export async function measurePapers(): Promise<Row[]> {
  const { quotationPaper } = await import('../../src/documents/paper/papers.ts')
  const { paperPdf } = await import('../../src/documents/pdf/paper-pdf.ts')
  const { paperFonts } = await import('../../src/documents/pdf/fonts.ts')
  const { quotationOf } = await import('../../src/documents/paper/testing.ts')
  const { item } = await import('../../src/documents/testing.ts')
  const paper = quotationPaper(
    quotationOf(
      Array.from({ length: lines }, (_, n) =>
        item({
          id: String(n),
          description: `Door sign ${n}, engraved, two screws`,
          details: n % 5 === 0 ? 'Brushed aluminium, black letters, fixed at eye level beside the door.' : null,
          qty: String(1 + (n % 7)),
          unit_price: (12 + (n % 90) / 8).toFixed(4),
        }),
      ),
    ),
  )
  const took: number[] = []
  let bytes = 0
  for (let nth = 0; nth <= times; nth += 1) {
    const began = performance.now()
    bytes = (await paperPdf(paper, { fonts: paperFonts, at: new Date() })).length
    if (nth > 0) took.push(performance.now() - began)
  }
  return [
    {
      measure: `PDF of a quotation of ${lines} lines, ${Math.round(bytes / 1000)} kB`,
      result: milliseconds(spreadOf(took)),
      aim: '≤ 500 ms',
    },
  ]
}
