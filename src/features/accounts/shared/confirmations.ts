import { confirmationPaper } from '@/documents/paper/confirmation-paper'
import { downloadPdf } from '@/documents/pdf/download'
import { type NamedPaper, zipOfPdfs } from '@/documents/pdf/zip'
import { withTexts } from '@/shared/domain/texts/papers/load'
import { saveFile } from '@/shared/lib/save-file'
import { confirmationsOf } from './api/confirmations.query'

/** A client or a supplier who is asked to confirm a balance. */
export type Asked = { side: string; contact_id: string }

/** The database answers for so many at once. */
const most = 50

async function* papersOf(day: string, asked: readonly Asked[]): AsyncGenerator<NamedPaper> {
  for (const side of ['clients', 'suppliers']) {
    const ids = asked.filter((one) => one.side === side).map((one) => one.contact_id)
    for (let from = 0; from < ids.length; from += most) {
      for (const { party, confirmation } of await confirmationsOf(day, side, ids.slice(from, from + most)))
        yield { name: `${side}-${party}-${day}`, paper: confirmationPaper(await withTexts(confirmation)) }
    }
  }
}

async function* counted<Item>(items: AsyncIterable<Item>, onEach: (count: number) => void): AsyncGenerator<Item> {
  let count = 0
  for await (const item of items) {
    yield item
    onEach((count += 1))
  }
}

/**
 * Saves confirmations of balances as at a day, each in the language of its reader: one as a PDF, several as a zip. `onMade` hears
 * how many are made. Throws, in words, where nobody is asked.
 */
export async function saveConfirmations(
  day: string,
  asked: readonly Asked[],
  onMade: (count: number) => void = () => {},
): Promise<void> {
  if (asked.length === 0) throw new Error('Nothing was open on this day.')
  const papers = papersOf(day, asked)
  if (asked.length === 1) for await (const { name, paper } of papers) await downloadPdf(paper, { name })
  else saveFile(`confirmations-${day}.zip`, await zipOfPdfs(counted(papers, onMade)))
}
