import { notifications } from '@mantine/notifications'
import { saveFile } from '@/documents/pdf/download'
import { type PaperToRead, papersInTurn } from './api/billed-paper.query'

/**
 * Saves papers as one zip of PDFs and electronic files, and says which have no electronic data. `onRead` hears how many were
 * read. Throws where there is none.
 */
export async function savePapersZip(
  name: string,
  papers: AsyncIterable<PaperToRead> | readonly PaperToRead[],
  onRead: (count: number) => void = () => {},
): Promise<void> {
  const { zipOfPapers } = await import('@/documents/electronic/zip')
  let count = 0
  const { file, without } = await zipOfPapers(
    papersInTurn(papers, (now) => {
      count = now
      onRead(now)
    }),
  )
  if (count === 0) throw new Error('No invoice or credit note was issued in these days.')
  saveFile({ number: name, title: name }, file, 'zip')
  if (without.length === 0) return
  notifications.show({
    color: 'yellow',
    autoClose: false,
    title: `${without.length === 1 ? 'One paper has' : `${without.length} papers have`} no electronic data`,
    message: `The zip has the PDF alone, and says why in without-electronic-data.txt. ${without[0] ?? ''}`,
  })
}
