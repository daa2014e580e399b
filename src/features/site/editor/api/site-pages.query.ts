import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { type Block, isBlock, type SitePageName } from '@/shared/domain/web/site-blocks'
import { asWritten } from '../../shared/api/in-language'
import { draftShape, siteKey } from '../../shared/api/site.query'

const editorKey = [...siteKey, 'editor'] as const
/** The drafts with the records that they show. */
export const draftKey = [...editorKey, 'draft'] as const
/** What was published. It is large: 100 versions of a page with all their blocks. */
export const versionsKey = [...editorKey, 'versions'] as const

export type PageRow = { id: string; row_version: number; draft: Block[] }

const blocksOf = (value: unknown): Block[] => (Array.isArray(value) ? value.filter(isBlock) : [])

/** The draft of a page with its version. */
export const pageRowQuery = (page: SitePageName) =>
  queryOptions({
    queryKey: [...draftKey, 'row', page],
    queryFn: async ({ signal }): Promise<PageRow> => {
      const { data } = await db
        .from('site_pages')
        .select('id, row_version, draft')
        .eq('page', page)
        .abortSignal(signal)
        .single()
        .throwOnError()
      return { ...data, draft: blocksOf(data.draft) }
    },
  })

/** The records that the blocks of the draft show. */
export const draftFactsQuery = (page: SitePageName) =>
  queryOptions({
    queryKey: [...draftKey, 'facts', page],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('site_draft', { p_page: page })
        .setHeader('accept-language', asWritten)
        .abortSignal(signal)
        .throwOnError()
      return draftShape(data)
    },
  })

export type SiteVersion = {
  id: string
  number: number
  blocks: Block[]
  shows_from: string
  withdrawn_at: string | null
  created_at: string
  author: string | null
}

/** The versions of a page, the newest first, 100 at most. */
export const versionsQuery = (page: SitePageName) =>
  queryOptions({
    queryKey: [...versionsKey, page],
    queryFn: async ({ signal }): Promise<SiteVersion[]> => {
      const { data } = await db
        .from('site_versions')
        .select('id, number, blocks, shows_from, withdrawn_at, created_at, created_by')
        .eq('page', page)
        .order('number', { ascending: false })
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      return data.map(({ created_by: author, blocks, ...version }) => ({
        ...version,
        author,
        blocks: blocksOf(blocks),
      }))
    },
  })
