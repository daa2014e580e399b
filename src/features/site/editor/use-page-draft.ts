import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { NotSaved } from '@/kit/save/not-saved'
import { sameValue } from '@/kit/save/same-value'
import { saveVersioned } from '@/kit/save/save-row'
import { useStayOnPage } from '@/shared/hooks/stay-on-page'
import type { Block, SitePageName } from '@/shared/domain/web/site-blocks'
import { draftFactsQuery, type PageRow, pageRowQuery } from './api/site-pages.query'

/** A pause in the typing after which the draft is saved, in ms. */
const pause = 700
/** The most steps that can be taken back. */
const mostSteps = 100

/** The draft as the person sees it, `base` as it was stored when it was last read or saved. */
type State = { base: PageRow; blocks: Block[]; before: Block[][] }
type Trouble = { isConflict: boolean; error: unknown } | null

/**
 * The draft of a page that saves itself, over the version that the person saw. What others save meanwhile appears while
 * nothing of one's own waits; when both changed the page, nothing is written before the person chose.
 */
export function usePageDraft(page: SitePageName, stored: PageRow) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<State>({ base: stored, blocks: stored.draft, before: [] })
  const [trouble, setTrouble] = useState<Trouble>(null)
  const latest = useRef(state)
  const saving = useRef<Promise<void> | null>(null)
  const isDirty = !sameValue(state.blocks, state.base.draft)

  const put = useCallback((next: State) => {
    latest.current = next
    setState(next)
  }, [])

  // A draft of somebody else is taken while nothing of one's own waits.
  useEffect(() => {
    const { base, blocks, before } = latest.current
    if (stored.row_version <= base.row_version || !sameValue(blocks, base.draft)) return
    put({ base: stored, blocks: stored.draft, before })
  }, [stored, isDirty, put])

  const saveOnce = useCallback(async () => {
    const { base, blocks } = latest.current
    if (sameValue(blocks, base.draft)) return
    await saveVersioned({ table: 'site_pages', what: 'this page', row: base, values: { draft: blocks } })
    const row = await queryClient.fetchQuery({ ...pageRowQuery(page), staleTime: 0 })
    // Somebody else may have saved after this save: their draft is taken above, or is a conflict of the next save.
    const isMine = sameValue(row.draft, blocks)
    put({
      ...latest.current,
      base: { ...row, draft: blocks, row_version: isMine ? row.row_version : base.row_version + 1 },
    })
    void queryClient.invalidateQueries({ queryKey: draftFactsQuery(page).queryKey })
  }, [page, put, queryClient])

  /** Saves what waits and everything that comes while it is being saved. Rejects when it could not be saved. */
  const save = useCallback((): Promise<void> => {
    saving.current ??= (async () => {
      try {
        while (!sameValue(latest.current.blocks, latest.current.base.draft)) await saveOnce()
        setTrouble(null)
      } catch (error) {
        setTrouble({ isConflict: error instanceof NotSaved && error.reason === 'conflict', error })
        throw error
      } finally {
        saving.current = null
      }
    })()
    return saving.current
  }, [saveOnce])

  useEffect(() => {
    if (!isDirty || trouble?.isConflict) return
    const timer = setTimeout(() => void save().catch(() => {}), pause)
    return () => clearTimeout(timer)
  }, [isDirty, state.blocks, trouble?.isConflict, save])

  useStayOnPage(isDirty)

  /** `isStep`: it can be taken back as one; typing goes into the step before. */
  const change = useCallback(
    (to: (blocks: Block[]) => Block[], isStep = true) => {
      const { base, blocks, before } = latest.current
      const next = to(blocks)
      if (sameValue(next, blocks)) return
      put({
        base,
        blocks: next,
        before: isStep || before.length === 0 ? [...before, blocks].slice(-mostSteps) : before,
      })
    },
    [put],
  )

  const undo = useCallback(() => {
    const { base, before } = latest.current
    const last = before.at(-1)
    if (last) put({ base, blocks: last, before: before.slice(0, -1) })
  }, [put])

  const takeTheirs = useCallback(async () => {
    const row = await queryClient.fetchQuery({ ...pageRowQuery(page), staleTime: 0 })
    put({ base: row, blocks: row.draft, before: latest.current.before })
    setTrouble(null)
  }, [page, put, queryClient])

  const keepMine = useCallback(async () => {
    const row = await queryClient.fetchQuery({ ...pageRowQuery(page), staleTime: 0 })
    put({ ...latest.current, base: row })
    setTrouble(null)
    await save().catch(() => {})
  }, [page, put, queryClient, save])

  return {
    blocks: state.blocks,
    base: state.base,
    isDirty,
    trouble,
    canUndo: state.before.length > 0,
    change,
    undo,
    save,
    takeTheirs,
    keepMine,
    /** The version of the draft that is stored, after `save`. */
    storedVersion: () => latest.current.base.row_version,
  }
}

export type PageDraft = ReturnType<typeof usePageDraft>
