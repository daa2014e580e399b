import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

/** The kinds of documents that clients ask about. */
export type AskedKind = 'quotation' | 'order' | 'invoice'

/** A question of a client, their wish for a change, or an answer of ours. `at` is ISO 8601. */
export type Message = {
  id: number
  isOurs: boolean
  isWish?: boolean
  name: string | null
  words: string
  at: string
}

/** The thread of a document; `isOpen`: its newest question waits for an answer. A wish is answered by a new version. */
export type Thread = { messages: readonly Message[]; isOpen: boolean }

export const questionsKey = ['questions'] as const

const said = ['question', 'answer', 'change_requested']
/** Events that close a question without an answer. `open_questions` in the database uses the same list. */
const ends = ['question_closed', 'sent', 'approved', 'rejected', 'expired', 'cancelled']

/** Questions and answers of a document for colleagues, oldest first. */
export const threadQuery = (kind: AskedKind, id: string) =>
  queryOptions({
    queryKey: [...questionsKey, kind, id],
    queryFn: async ({ signal }): Promise<Thread> => {
      const { data } = await db
        .from('document_events')
        .select('id, type, actor_name, meta, at')
        .eq('kind', kind)
        .eq('record_id', id)
        .in('type', [...said, ...ends])
        .order('id', { ascending: false })
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      return {
        isOpen: data.find(({ type }) => type !== 'change_requested')?.type === 'question',
        messages: data
          .filter(({ type }) => said.includes(type))
          .map(({ id: event, type, actor_name, meta, at }) => ({
            id: event,
            isOurs: type === 'answer',
            isWish: type === 'change_requested',
            name: actor_name,
            words: wordsOf(meta),
            at,
          }))
          .reverse(),
      }
    },
  })

const wordsOf = (meta: unknown): string => {
  const words: unknown = Reflect.get(Object(meta), 'words')
  return typeof words === 'string' ? words : ''
}

/** Questions that nobody answered, the oldest first, of the documents that this person may see. */
export const openQuestionsQuery = queryOptions({
  queryKey: [...questionsKey, 'open'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('open_questions').abortSignal(signal).throwOnError()
    return data
  },
})

/** Finds the records of a kind with a question that nobody answered; of `mockup` the ids of the jobs. */
export async function askedRecords(
  signal: AbortSignal | undefined,
): Promise<(kind: AskedKind | 'mockup') => readonly string[]> {
  const call = db.rpc('open_questions')
  const { data } = await (signal ? call.abortSignal(signal) : call).throwOnError()
  return (kind) => data.filter((one) => one.kind === kind).map(({ record_id }) => record_id)
}

/** Answers the newest question. Returns the address to which the answer is mailed, or null when the client has none. */
export async function answerQuestion(kind: AskedKind, id: string, words: string): Promise<string | null> {
  const { data } = await db.rpc('answer_question', { p_kind: kind, p_id: id, p_words: words }).throwOnError()
  return data
}

/** The open question needs no words of ours. */
export async function closeQuestion(kind: AskedKind, id: string): Promise<void> {
  await db.rpc('close_question', { p_kind: kind, p_id: id }).throwOnError()
}
