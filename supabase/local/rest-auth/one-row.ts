import { Refusal } from './request-size.ts'

const oneRow = 'application/vnd.pgrst.object+json'

/** A write that answers one row. */
export const wantsOneRow = ({ method, headers }: Request): boolean =>
  method !== 'GET' && method !== 'HEAD' && headers.get('accept') === oneRow

/**
 * What a write returns with related rows the library sends as a list, also where one row was asked for, and never counts
 * it. Within the transaction, so that a write of more or fewer rows is undone.
 */
export async function asOneRow<Answer>(answer: Answer): Promise<Answer | Response> {
  const isList = answer instanceof Response && answer.headers.get('content-type')?.startsWith('application/json')
  if (!isList || !answer.ok) return answer
  const text = await answer.text()
  const rows: unknown = JSON.parse(text === '' ? 'null' : text)
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  if (!Array.isArray(rows)) return new Response(text === '' ? null : text, { status: answer.status, headers })
  if (rows.length !== 1)
    throw new Refusal(
      406,
      'PGRST116',
      'Cannot coerce the result to a single JSON object',
      `The result contains ${rows.length} rows`,
    )
  headers.set('content-type', `${oneRow}; charset=utf-8`)
  return new Response(text.slice(1, -1), { status: answer.status, headers })
}
