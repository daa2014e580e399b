import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { Message } from './thread.query'

/** The thread of a document by its link. `key`: that of the page, so it is read again together. */
export const linkThreadQuery = (link: string, key: readonly unknown[]) =>
  queryOptions({
    queryKey: [...key, 'questions'],
    queryFn: async ({ signal }): Promise<Message[]> => {
      const { data } = await db.rpc('questions_by_link', { p_link: link }).abortSignal(signal).throwOnError()
      return data.map(({ is_ours, ...message }) => ({ ...message, isOurs: is_ours }))
    },
  })

/** A client asks about the document behind a link. */
export async function askByLink(link: string, name: string, question: string): Promise<void> {
  await db.rpc('ask_about_document', { p_link: link, p_name: name, p_question: question }).throwOnError()
}
