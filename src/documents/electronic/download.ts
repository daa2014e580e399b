import { creditNotePaper, invoicePaper } from '../paper/papers'
import { downloadPdf, saveFile } from '../pdf/download'
import { type Billed, isElectronic, madeOf } from './billed'
import { ciiText } from './cii'
import { ublText } from './ubl'

/** Saves the paper as UBL. Throws an error in words where a rule is broken. */
export async function downloadUbl(billed: Billed): Promise<void> {
  const made = madeOf(billed)
  if ('obstacles' in made) throw new Error(made.obstacles.join(' '))
  saveFile(paperOf(billed), new Blob([ublText(made.electronic)], { type: 'application/xml' }), 'xml')
}

/**
 * Saves the paper as PDF, with its data inside (Factur-X) when every rule holds. Returns the reasons why the data is
 * missing; empty when it is inside.
 */
export async function downloadBilledPdf(billed: Billed): Promise<readonly string[]> {
  if (!isElectronic(billed)) {
    await downloadPdf(paperOf(billed))
    return []
  }
  const made = madeOf(billed)
  await downloadPdf(paperOf(billed), { facturX: 'electronic' in made ? ciiText(made.electronic) : null })
  return 'obstacles' in made ? made.obstacles : []
}

const paperOf = (billed: Billed) =>
  billed.kind === 'invoice' ? invoicePaper(billed.document) : creditNotePaper(billed.document)
