import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { clientOf } from './related-search.query'
import { tasksKey } from './tasks.query'

export const presetsKey = [...tasksKey, 'presets'] as const

const itemsSchema = z.array(z.object({ text: z.string() })).catch([])

/** The presets that a new task can begin with, by title. */
export const presetsQuery = queryOptions({
  queryKey: [...presetsKey, 'choice'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('task_presets')
      .select('id, title, description, checklist, assignees, roles, contact:contacts(id, name, last_name, company)')
      .order('title')
      .limit(500)
      .abortSignal(signal)
      .throwOnError()
    return data.map(({ checklist, contact, ...preset }) => ({
      ...preset,
      items: itemsSchema.parse(checklist).map(({ text }) => text),
      client: contact && clientOf(contact),
    }))
  },
})

export type Preset = Awaited<ReturnType<NonNullable<(typeof presetsQuery)['queryFn']>>>[number]
