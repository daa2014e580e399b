import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { count, list, maybe, record, type Shape, text } from '../../shared/mini-schema'

const answers: Shape<Record<string, string>> = (value) =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, answer]) => typeof answer === 'string'))

const briefShape = record({
  link: text,
  reference: maybe(text),
  status: text,
  step: count,
  answers,
  name: maybe(text),
  email: maybe(text),
  phone: maybe(text),
  company: maybe(text),
  pictures: list(record({ id: text, name: text, data: text })),
})
export type Brief = ReturnType<typeof briefShape>
export const readBrief = briefShape

export const briefKey = ['brief'] as const

/** The brief of a link; null for an invalid one. */
export const briefQuery = (link: string | null) =>
  queryOptions({
    queryKey: [...briefKey, link],
    queryFn: async ({ signal }) => {
      if (!link || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(link)) return null
      const { data } = await db.rpc('get_brief', { p_link: link }).abortSignal(signal).throwOnError()
      return maybe(briefShape)(data)
    },
  })
