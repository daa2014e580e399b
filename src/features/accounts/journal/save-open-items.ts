import { saveFile } from '@/shared/lib/save-file'
import { readBalances, readOpenPapers } from './api/open-items.query'

const writers = () => import('@/documents/journal-files/personal-accounts')
const ending = (isSheet: boolean) => (isSheet ? 'xlsx' : 'csv')

/** Saves the accounts of clients and suppliers with what each had on the day. */
export async function saveBalances(day: string, isSheet: boolean): Promise<void> {
  const [rows, { writeBalances }] = await Promise.all([readBalances(day, null), writers()])
  saveFile(`clients-and-suppliers-${day}.${ending(isSheet)}`, await writeBalances(rows, isSheet))
}

/** Saves the papers that were open on the day. */
export async function saveOpenPapers(day: string, isSheet: boolean): Promise<void> {
  const [rows, { writeOpenPapers }] = await Promise.all([readOpenPapers(day), writers()])
  saveFile(`open-papers-${day}.${ending(isSheet)}`, await writeOpenPapers(rows, isSheet))
}
