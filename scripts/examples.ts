// `npm run examples`: writes electronic invoices of an invented company, as UBL and as Factur-X PDF, to docs/examples.
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ciiText } from '../src/documents/electronic/cii.ts'
import { examples, examplesAt } from '../src/documents/electronic/testing.ts'
import { brokenRules } from '../src/documents/electronic/rules.ts'
import { ublText } from '../src/documents/electronic/ubl.ts'
import { paperFonts } from '../src/documents/pdf/fonts.ts'
import { paperPdf } from '../src/documents/pdf/paper-pdf.ts'

const folder = fileURLToPath(new URL('../docs/examples/', import.meta.url))

await mkdir(folder, { recursive: true })
for (const { name, invoice, paper } of examples()) {
  const broken = brokenRules(invoice)
  if (broken.length > 0) throw new Error(`${name}: ${broken.map(({ id, says }) => `${id} ${says}`).join(' ')}`)
  await writeFile(`${folder}${name}.xml`, ublText(invoice))
  await writeFile(
    `${folder}${name}.pdf`,
    await paperPdf(paper, { fonts: paperFonts, at: examplesAt, facturX: ciiText(invoice) }),
  )
  console.log(`${name}: ${invoice.totals.gross} ${invoice.currency}, ${invoice.profile}`)
}
