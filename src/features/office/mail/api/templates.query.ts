import { withTax } from '@/shared/domain/text/formats'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { valueTypes } from '@/documents/mail/words'
import { mailKey } from '@/kit/mail/mail.query'
import { db } from '@/shared/db/client'

export const templatesKey = [...mailKey, 'templates'] as const

export type Template = {
  id: string
  key: string
  kind: string
  language: string
  name: string
  subject: string
  body: string
  attaches_paper: boolean
  is_active: boolean
  sent_on: string | null
  version: number
  row_version: number
  created_by: string | null
  updated_at: string
}

const columns =
  'id, key, kind, language, name, subject, body, attaches_paper, is_active, sent_on, version, row_version, created_by, updated_at'

/** Every template, by name. */
export async function readTemplates(signal: AbortSignal): Promise<Template[]> {
  const { data } = await db
    .from('email_templates')
    .select(columns)
    .order('name')
    .limit(500)
    .abortSignal(signal)
    .throwOnError()
  return data
}

export const allTemplatesQuery = queryOptions({
  queryKey: [...templatesKey, 'all'],
  queryFn: ({ signal }) => readTemplates(signal),
})

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'one', id],
    queryFn: async ({ signal }): Promise<Template | null> => {
      const { data } = await db
        .from('email_templates')
        .select(columns)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })

/** The versions of a template, newest first. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'one', id, 'versions'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('email_template_versions')
        .select('id, version, subject, body, created_at')
        .eq('template_id', id)
        .order('version', { ascending: false })
        .limit(50)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

const variableSchema = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(valueTypes),
  example: z.string(),
})

/** The variables of a template of that kind. */
export const variablesQuery = (kind: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'variables', kind],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('mail_variables', { p_kind: kind }).abortSignal(signal).throwOnError()
      return z
        .array(variableSchema)
        .parse(data)
        .map((variable) => ({ ...variable, label: withTax(variable.label) }))
    },
  })
