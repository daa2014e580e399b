import { Refusal } from './request-size.ts'

/**
 * Throws PostgREST's refusal of a function that answers more rows than `max-affected` with `handling=strict` allows, so
 * that what it did is undone. The library looks at tables only.
 */
export function refuseMoreThanAsked(answer: unknown, headers: Readonly<Record<string, string>>): void {
  const prefer = headers['prefer'] ?? ''
  const most = /\bmax-affected=(\d+)/.exec(prefer)?.[1]
  if (most === undefined || !/\bhandling=strict\b/.test(prefer) || !(answer instanceof Response)) return
  const [, from, to] = /^(\d+)-(\d+)\//.exec(answer.headers.get('content-range') ?? '') ?? []
  const rows = from === undefined ? 0 : Number(to) - Number(from) + 1
  if (rows > Number(most))
    throw new Refusal(
      400,
      'PGRST124',
      'Query result exceeds max-affected preference constraint',
      `The query affects ${rows} rows`,
    )
}
