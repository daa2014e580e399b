import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { newId } from '@/shared/lib/new-id'
import { useDraft } from '@/shared/ui/use-draft'
import { saveProblem } from '@/shared/ui/save-problem'
import { NotSaved } from '@/kit/save/not-saved'
import { createRowReader } from '@/kit/live/row-reader'
import { costsQuery, linesQuery, readLines } from '../api/quotation.query'
import { CellConflict, storeChange } from '../api/lines.mutation'
import { byPosition, changed, inverse, type LineChange, type Patch, type QuotationItem } from './line'

/** A change that is not stored yet. */
type Waiting = { key: string; change: LineChange }
/** Two people changed one cell: what stands there now, and what was typed here. */
export type Conflict = { key: string; id: string; theirs: Patch; mine: Patch }

const keptSchema = z.array(z.object({ key: z.string(), change: z.custom<LineChange>(isChange) }))

function isChange(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value
}

const blank: Waiting[] = []

/**
 * The lines of a quotation as the person sees them: what is stored, with their own changes over it. Changes are stored
 * one after the other in the background. What cannot be stored now is kept in the browser, also over a reload, and tried
 * again; what somebody else changed meanwhile is a conflict that the person decides.
 */
export function useLines(quotationId: string) {
  const queryClient = useQueryClient()
  const { data: stored, isPending, isError, refetch } = useQuery(linesQuery(quotationId))
  const readAlone = useMemo(
    () =>
      createRowReader(queryClient, {
        queryKey: linesQuery(quotationId).queryKey,
        read: (ids) => readLines(quotationId, ids),
        inOrder: byPosition,
      }),
    [queryClient, quotationId],
  )
  const { draft: waiting, change: keep } = useDraft<Waiting[]>({
    name: `quotation-lines-${quotationId}`,
    schema: keptSchema,
    blank,
    isBlank: (all) => all.length === 0,
  })
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  /** What one key press or paste did is taken back as one. */
  const [done, setDone] = useState<readonly (readonly LineChange[])[]>([])
  const [undone, setUndone] = useState<readonly (readonly LineChange[])[]>([])
  const isSending = useRef(false)
  const [attempt, setAttempt] = useState(0)

  const lines = useMemo(
    () => waiting.reduce((all, { change }) => changed(all, change), stored ?? []),
    [stored, waiting],
  )
  const drop = useCallback((key: string) => keep((all) => all.filter((each) => each.key !== key)), [keep])

  const [head] = waiting
  useEffect(() => {
    if (!head || isSending.current || problem !== null || stored === undefined) return
    isSending.current = true
    const { key, change } = head
    storeChange(quotationId, change)
      .then(async () => {
        if (change.kind === 'set') await readAlone([change.id])
        else if (change.kind === 'cost') await queryClient.invalidateQueries(costsQuery(quotationId))
        else await queryClient.invalidateQueries(linesQuery(quotationId))
        drop(key)
      })
      .catch((error: unknown) => {
        if (error instanceof CellConflict && change.kind === 'set') {
          setConflicts((all) => [...all, { key, id: change.id, theirs: error.theirs, mine: change.to }])
          drop(key)
          void queryClient.invalidateQueries({ queryKey: linesQuery(quotationId).queryKey })
        } else if (error instanceof NotSaved) {
          setProblem(saveProblem(error))
          drop(key)
          void queryClient.invalidateQueries({ queryKey: linesQuery(quotationId).queryKey })
        } else setProblem(saveProblem(error))
      })
      .finally(() => {
        isSending.current = false
        setAttempt((count) => count + 1)
      })
  }, [head, attempt, problem, stored, quotationId, queryClient, readAlone, drop])

  const enqueue = (changes: readonly LineChange[]) =>
    keep((all) => [...all, ...changes.map((change) => ({ key: newId(), change }))])

  return {
    lines,
    /** Shows a line that somebody else changed. */
    readAlone,
    isPending,
    isError,
    refetch,
    conflicts,
    /** Why the last change was not stored; nothing more is sent until somebody tries again. */
    problem,
    /** How many changes are not stored yet. */
    unsaved: waiting.length,
    waiting,
    /** Tries again; `forget` throws away what could not be stored. */
    retry: () => setProblem(null),
    forget: () => {
      keep(() => [])
      setProblem(null)
    },
    perform: (changes: readonly LineChange[]) => {
      if (changes.length === 0) return
      enqueue(changes)
      setDone((all) => [...all.slice(-199), changes])
      setUndone([])
    },
    undo: () => {
      const last = done.at(-1)
      if (!last) return
      enqueue(last.toReversed().map(inverse))
      setDone((all) => all.slice(0, -1))
      setUndone((all) => [...all, last])
    },
    redo: () => {
      const last = undone.at(-1)
      if (!last) return
      enqueue(last)
      setUndone((all) => all.slice(0, -1))
      setDone((all) => [...all, last])
    },
    /** Keeps what the other wrote. */
    takeTheirs: (conflict: Conflict) => setConflicts((all) => all.filter(({ key }) => key !== conflict.key)),
    /** Writes one's own over it. */
    keepMine: (conflict: Conflict) => {
      setConflicts((all) => all.filter(({ key }) => key !== conflict.key))
      enqueue([{ kind: 'set', id: conflict.id, from: conflict.theirs, to: conflict.mine }])
    },
  }
}

export type Lines = ReturnType<typeof useLines>
export type { QuotationItem }
