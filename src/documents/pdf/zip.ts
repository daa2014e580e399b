import { collectedZip } from '../collected-zip'
import type { Paper } from '../paper/paper'
import { fileNameOf, pdfOf } from './download'

/** A paper and what its file is called, without an ending. */
export type NamedPaper = { name: string; paper: Paper }

/**
 * One zip of the PDFs of papers, which are made and written one after the other. Two of one name have numbers: `Smith`,
 * `Smith-2`. `made`: the PDF of a paper.
 */
export async function zipOfPdfs(
  papers: AsyncIterable<NamedPaper>,
  made: (paper: Paper) => Promise<Uint8Array> = pdfOf,
): Promise<Blob> {
  const { Zip, ZipPassThrough } = await import('fflate')
  const { zip, blob } = collectedZip(Zip)
  const used = new Map<string, number>()
  for await (const { name, paper } of papers) {
    const file = fileNameOf(name)
    const count = (used.get(file) ?? 0) + 1
    used.set(file, count)
    // A PDF is compressed already.
    const entry = new ZipPassThrough(`${file}${count === 1 ? '' : `-${count}`}.pdf`)
    zip.add(entry)
    entry.push(await made(paper), true)
  }
  zip.end()
  return blob()
}
