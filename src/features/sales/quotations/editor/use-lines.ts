import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import { z } from 'zod'
import { createRowReader, type RowReader } from '@/kit/live/row-reader'
import { Overtaken } from '@/kit/save/compare-and-set'
import { type Save, type SaveOutcome, savesMachine } from '@/machines/sheet/saves.machine'
import { isUnreachable } from '@/shared/db/fetch/unreachable'
import { newId } from '@/shared/lib/new-id'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { draftOf } from '@/shared/hooks/draft'
import { saveProblem } from '@/shared/hooks/save-problem'
import { storeChange } from '../api/lines.mutation'
import { marginQuery, marginStateQuery } from '../api/margin.query'
import { costsQuery, linesQuery, readLines } from '../api/quotation.query'
import { byPosition, changed, inverse, type LineChange, type Patch, type QuotationItem } from './line'

/** A change that is not stored yet. */
export type Waiting = { key: string; change: LineChange }
/** Two people changed one cell: the other person's values and name, and the own values. */
export type Conflict = { key: string; id: string; theirs: Patch; mine: Patch; by: string | null }
/** A change that the database did not take, and why. */
export type Refused = Waiting & { reason: string }

const keptSchema = z.array(
  z.object({
    key: z.string(),
    change: z.custom<LineChange>(isChange),
    state: z.enum(['waiting', 'refused', 'both']).default('waiting'),
    reason: z.string().nullable().default(null),
    theirs: z.record(z.string(), z.unknown()).nullable().default(null),
    by: z.string().nullable().default(null),
  }),
)

function isChange(value: unknown): value is LineChange {
  return typeof value === 'object' && value !== null && 'kind' in value
}

/** An expired token, or a sign-out elsewhere, says nothing about the change, so it waits. */
const isEndedSession = (error: unknown): boolean =>
  error instanceof Error && (/^JWT\b/.test(error.message) || Reflect.get(error, 'code') === 'PGRST301')

/** Stores one change and shows the stored result. */
async function stored(
  store: { quotationId: string; queryClient: QueryClient; readAlone: RowReader },
  change: LineChange,
) {
  const { quotationId, queryClient, readAlone } = store
  const readAll = () => queryClient.invalidateQueries({ queryKey: linesQuery(quotationId).queryKey })
  try {
    await storeChange(quotationId, change)
    if (change.kind === 'set') await readAlone([change.id])
    // The cost of a line follows its size.
    if (change.kind === 'cost' || (change.kind === 'set' && ('width_mm' in change.to || 'height_mm' in change.to))) {
      await queryClient.invalidateQueries(costsQuery(quotationId))
      // The notice of lines without a cost does not wait for the news.
      for (const query of [marginQuery, marginStateQuery])
        void queryClient.invalidateQueries({ queryKey: query(quotationId).queryKey })
    } else if (change.kind !== 'set') await readAll()
    return { kind: 'stored' } satisfies SaveOutcome
  } catch (error) {
    if (isUnreachable(error) || isEndedSession(error)) return { kind: 'unreachable' } satisfies SaveOutcome
    void readAll()
    if (error instanceof Overtaken) return { kind: 'both', theirs: error.theirs, by: error.by } satisfies SaveOutcome
    return { kind: 'refused', reason: saveProblem(error) } satisfies SaveOutcome
  }
}

/**
 * The machine that stores the changes of one quotation. Changes not stored yet are kept in this browser for this
 * person.
 */
function useSaves(quotationId: string, isRead: boolean, readAlone: RowReader) {
  const queryClient = useQueryClient()
  const userId = useCurrentUser().id
  const [kept] = useState(() => draftOf(userId, `quotation-lines-${quotationId}`, keptSchema))
  const [machine] = useState(() =>
    savesMachine.provide({
      actors: {
        store: fromPromise(({ input }: { input: object }): Promise<SaveOutcome> =>
          isChange(input)
            ? stored({ quotationId, queryClient, readAlone }, input)
            : Promise.resolve({ kind: 'refused', reason: 'This change cannot be read.' }),
        ),
      },
    }),
  )
  const actor = useActorRef(machine, { input: { saves: kept.read() ?? [], isOnline: navigator.onLine } })
  useEffect(() => {
    const keeping = actor.on('saves.changed', ({ saves }) => {
      const all = keptSchema.parse(saves)
      if (all.length === 0) kept.forget()
      else kept.keep(all)
    })
    const network = () => actor.send({ type: 'network.changed', isOnline: navigator.onLine })
    network()
    window.addEventListener('online', network)
    window.addEventListener('offline', network)
    return () => {
      keeping.unsubscribe()
      window.removeEventListener('online', network)
      window.removeEventListener('offline', network)
    }
  }, [actor, kept])
  useEffect(() => {
    if (isRead) actor.send({ type: 'rows.read' })
  }, [actor, isRead])
  return actor
}

const isWaiting = ({ state }: Save) => state === 'waiting'

/** The saves for the screen: waiting, in conflict, and refused. */
function sorted(saves: readonly Save[]) {
  const all = saves.flatMap((save) => (isChange(save.change) ? [{ ...save, change: save.change }] : []))
  return {
    waiting: all.filter(isWaiting),
    conflicts: all.flatMap(({ key, change, state, theirs, by }): Conflict[] =>
      state === 'both' && change.kind === 'set'
        ? [{ key, id: change.id, theirs: { ...theirs }, mine: change.to, by }]
        : [],
    ),
    refused: all.flatMap(({ key, change, state, reason }): Refused[] =>
      state === 'refused' ? [{ key, change, reason: reason ?? '' }] : [],
    ),
  }
}

/**
 * The lines of a quotation with the person's own changes over the stored ones. Changes are stored one after another in
 * the background, without a button. A change that cannot be stored now is kept in the browser, also over a reload and a
 * sign-out, and sent when the connection returns. When another person changed the same cell, the person decides.
 */
export function useLines(quotationId: string) {
  const queryClient = useQueryClient()
  const { data: rows, dataUpdatedAt, isPending, isError, refetch } = useQuery(linesQuery(quotationId))
  const readAlone = useMemo(
    () =>
      createRowReader(queryClient, {
        queryKey: linesQuery(quotationId).queryKey,
        read: (ids) => readLines(quotationId, ids),
        inOrder: byPosition,
      }),
    [queryClient, quotationId],
  )
  const actor = useSaves(quotationId, rows !== undefined, readAlone)
  const saves = useSelector(actor, ({ context }) => context.saves)
  const isOffline = useSelector(actor, (state) => state.matches('offline') || state.matches('resting'))
  const { waiting, conflicts, refused } = useMemo(() => sorted(saves), [saves])
  /** The changes of one key press or paste are undone together. */
  const [done, setDone] = useState<readonly (readonly LineChange[])[]>([])
  const [undone, setUndone] = useState<readonly (readonly LineChange[])[]>([])
  const lines = useMemo(() => waiting.reduce((all, { change }) => changed(all, change), rows ?? []), [rows, waiting])
  const mine = useWritten(actor, quotationId)

  const enqueue = (changes: readonly LineChange[]) =>
    actor.send({
      type: 'change.add',
      saves: changes.map((change) => ({
        key: newId(),
        change,
        state: 'waiting',
        reason: null,
        theirs: null,
        by: null,
      })),
    })

  return {
    lines,
    /** When the stored lines were read last, in ms. */
    readAt: dataUpdatedAt,
    /** Reads a line that another person changed. */
    readAlone,
    isPending,
    isError,
    refetch,
    conflicts,
    /** Changes that the database did not take. */
    refused,
    /** The person's cells that another person overwrote. */
    overwritten: mine,
    /** The number of changes that are not stored yet. */
    unsaved: waiting.length + conflicts.length,
    /** True without answers: waiting changes are sent when the connection returns. */
    isOffline,
    waiting,
    /** Sends the refused changes again. */
    retry: () => actor.send({ type: 'save.again' }),
    /** Discards the refused changes. */
    forget: () => {
      for (const { key } of refused) actor.send({ type: 'save.forget', key })
    },
    perform: (changes: readonly LineChange[]) => {
      if (changes.length === 0) return
      enqueue(changes)
      setDone((all) => [...all.slice(-199), changes])
      setUndone([])
    },
    /** False without a change of this visit. */
    canUndo: done.length > 0,
    /** False unless the last change was undone. */
    canRedo: undone.length > 0,
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
    /** Keeps the other person's value. */
    takeTheirs: ({ key }: Conflict) => actor.send({ type: 'save.forget', key }),
    /** Writes one's own over it. */
    keepMine: ({ key, id, theirs, mine: to }: Conflict) =>
      actor.send({ type: 'save.insist', key, change: { kind: 'set', id, from: theirs, to } satisfies LineChange }),
  }
}

/** A cell of this visit that another person overwrote: who, and both values. */
export type Overwritten = { id: string; column: string; wrote: unknown; now: unknown; by: string | null }

type Written = Map<string, Omit<Overwritten, 'now' | 'by'>>

/** Returns the cells that another person overwrote, and forgets them, so that each is reported once. */
function takeOverwritten(written: Written, rows: readonly QuotationItem[], me: string): Overwritten[] {
  const over: Overwritten[] = []
  for (const [key, cell] of written) {
    const row = rows.find(({ id }) => id === cell.id)
    const now: unknown = row && Reflect.get(row, cell.column)
    const by = row?.changed_by ?? null
    if (!row || by === null || by === me || isAlike(now, cell.wrote)) continue
    written.delete(key)
    over.push({ ...cell, now, by })
  }
  return over
}

/** Compares the person's changes of this visit with the stored lines. */
function useWritten(actor: ReturnType<typeof useSaves>, quotationId: string) {
  const me = useCurrentUser().id
  const queryClient = useQueryClient()
  const [told, setTold] = useState<readonly Overwritten[]>([])
  useEffect(() => {
    const written: Written = new Map()
    const { queryKey } = linesQuery(quotationId)
    const hash = hashKey(queryKey)
    const storing = actor.on('change.stored', ({ change }) => {
      if (!isChange(change) || change.kind !== 'set') return
      for (const [column, wrote] of Object.entries(change.to))
        written.set(`${change.id} ${column}`, { id: change.id, column, wrote })
    })
    const reading = queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || query.queryHash !== hash || written.size === 0) return
      const over = takeOverwritten(written, queryClient.getQueryData(queryKey) ?? [], me)
      if (over.length > 0) setTold((all) => [...all, ...over])
    })
    return () => {
      storing.unsubscribe()
      reading()
    }
  }, [actor, quotationId, queryClient, me])
  return { all: told, seen: () => setTold([]) }
}

const isAlike = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'string' && typeof other === 'string' && short(one) === short(other))
const short = (text: string): string => (/^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text)

export type Lines = ReturnType<typeof useLines>
export type { QuotationItem }
