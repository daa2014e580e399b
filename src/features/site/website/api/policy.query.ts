import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { Language } from '@/shared/domain/texts/languages'
import { inLanguage } from '../../shared/api/in-language'
import { siteKey } from '../../shared/api/site.query'
import { count, flag, list, maybe, record, text } from '../../shared/mini-schema'

/** The legal texts of the site. */
export type PolicyKind = 'privacy' | 'terms'

const policyShape = maybe(
  record({
    version: count,
    published_at: text,
    body_html: text,
    is_current: flag,
    versions: list(record({ version: count, published_at: text })),
  }),
)
export type Policy = NonNullable<ReturnType<typeof policyShape>>

export const policyKey = (kind: PolicyKind) => [...siteKey, 'policy', kind] as const

/** A legal text: the current version, or an older one; null without one. Without a language as it was written. */
export const policyQuery = (kind: PolicyKind, language: Language | null, version: number | null = null) =>
  queryOptions(
    inLanguage(
      [...policyKey(kind), version],
      language,
      () => db.rpc('get_public_policy', { p_kind: kind, ...(version === null ? {} : { p_version: version }) }),
      policyShape,
    ),
  )

/** True when somebody of the company published a version; the first version of older companies came with the program. */
export const publisherQuery = (kind: PolicyKind) =>
  queryOptions({
    queryKey: [...policyKey(kind), 'publisher'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('policy_texts')
        .select('id')
        .eq('kind', kind)
        .or('version.gt.1,created_by.not.is.null')
        .limit(1)
        .abortSignal(signal)
        .throwOnError()
      return data.length > 0
    },
  })

/** The text with the company's name in place of `{company}`. */
export const namedText = (html: string, company: string): string =>
  html.replaceAll('{company}', company.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
