import { collectedZip } from '../collected-zip'
import { creditNotePaper, invoicePaper } from '../paper/papers'
import type { Paper } from '../paper/paper'
import { fileNameOf, pdfOf } from '../pdf/download'
import { type Billed, isElectronic, madeOf } from './billed'
import { ciiText } from './cii'
import { ublText } from './ubl'

/** What a zip of papers holds: the file, and why papers are in it without electronic data, a sentence each. */
export type PapersZip = { file: Blob; without: readonly string[] }

/**
 * One zip of papers: of each its PDF, with the data inside where every rule holds, and its UBL, named by its number. Papers are read,
 * made and written one after the other. `made`: the PDF of a paper.
 */
export async function zipOfPapers(
  papers: AsyncIterable<Billed>,
  made: (paper: Paper, data: { facturX: string | null }) => Promise<Uint8Array> = pdfOf,
): Promise<PapersZip> {
  const { Zip, ZipDeflate, ZipPassThrough, strToU8 } = await import('fflate')
  const { zip, blob } = collectedZip(Zip)
  const add = (name: string, bytes: Uint8Array, Entry: typeof ZipDeflate | typeof ZipPassThrough) => {
    const entry = new Entry(name)
    zip.add(entry)
    entry.push(bytes, true)
  }
  const without: string[] = []
  for await (const billed of papers) {
    const paper = billed.kind === 'invoice' ? invoicePaper(billed.document) : creditNotePaper(billed.document)
    const data = isElectronic(billed) ? madeOf(billed) : { obstacles: [] }
    const name = fileNameOf(paper.number ?? paper.title)
    if ('obstacles' in data && data.obstacles.length > 0) without.push(`${name}: ${data.obstacles.join(' ')}`)
    const electronic = 'electronic' in data ? data.electronic : null
    // A PDF is compressed already.
    add(`${name}.pdf`, await made(paper, { facturX: electronic && ciiText(electronic) }), ZipPassThrough)
    if (electronic) add(`${name}.xml`, strToU8(ublText(electronic)), ZipDeflate)
  }
  if (without.length > 0) add('without-electronic-data.txt', strToU8(`${without.join('\n')}\n`), ZipDeflate)
  zip.end()
  return { file: blob(), without }
}
