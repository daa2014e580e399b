import { useMachine } from '@xstate/react'
import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { fromPromise } from 'xstate'
import { z } from 'zod'
import { calculatorMachine, type Saving } from '@/machines/calculator/calculator.machine'
import { currentFormats } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { useDraft } from '@/shared/hooks/use-draft'
import { answerOf } from './answer'
import type { Calculation } from './api/calculations.query'
import { saveCalculation } from './api/calculation.mutation'
import { calculationsKey, type PersonalPriceList } from './api/prices.query'
import { anewDraft, type Beginning, begunDraft, type Draft, draftOf, draftSchema, readDraft } from './draft'

/** A person's unsaved text, with the version that they started from. A new calculation already has its id. */
const editedSchema = z.object({ id: z.string(), version: z.number().nullable(), draft: draftSchema }).nullable()
type Edited = z.infer<typeof editedSchema>

/** What was typed in one unit of lengths is not read again in another. */
const inUnit = (name: string): string => {
  const { length_unit } = currentFormats()
  return length_unit === 'mm' ? name : `${name} in ${length_unit}`
}

const anewName = (was: Calculation | null, { pieces, width, height }: Beginning): string =>
  was === null ? '' : ` from ${was.id} for ${pieces} of ${width}x${height}`

/**
 * One calculation on the screen: its draft, its result, and saving. `row` is null for a new one, which starts with the
 * values of its link, and with the steps of the calculation `was` where the link names one.
 */
export function useCalculation(
  row: Calculation | null,
  list: PersonalPriceList,
  beginning: Beginning,
  was: Calculation | null = null,
) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [fresh] = useState(() => ({
    id: newId(),
    draft: was ? anewDraft(draftOf(was), beginning) : begunDraft(beginning, list.services),
  }))
  const kept = useDraft<Edited>({
    name: inUnit(
      row
        ? `calculation-${row.id}`
        : beginning.line
          ? `calculation-of-${beginning.line}${anewName(was, beginning)}`
          : 'new-calculation',
    ),
    schema: editedSchema,
    blank: null,
    isBlank: (value) => value === null,
  })
  const edited = kept.draft
  const stored = useMemo(() => (row ? draftOf(row) : fresh.draft), [row, fresh])
  const draft = edited?.draft ?? stored
  const read = useMemo(() => readDraft(draft), [draft])
  const shown = useDeferredValue(read)
  const answer = useMemo(() => answerOf(shown, list), [shown, list])
  const storedAnswer = useMemo(() => (row ? answerOf(readDraft(stored), list) : null), [row, stored, list])

  const save = async ({ id, version }: Saving): Promise<number> => {
    const { nested } = answerOf(read, list)
    const isCopy = row !== null && id !== row.id
    const name = isCopy ? `${draft.name.trim().slice(0, 190)} (copy)` : draft.name.trim()
    const values = { name, contact_id: draft.contact_id, inputs: read.inputs, nested }
    const saved = await saveCalculation(id, version, values, list.shows_costs ? read.confidential : null)
    await queryClient.invalidateQueries({ queryKey: calculationsKey })
    return saved
  }
  const [state, send] = useMachine(
    calculatorMachine.provide({
      actors: { save: fromPromise(({ input }) => save(input)) },
      actions: {
        forgetTyped: () => kept.clear(),
        open: ({ context }) => {
          if (context.saving.id !== row?.id)
            void navigate(
              { pathname: linkTo('/calculator/:id', { id: context.saving.id }), search: window.location.search },
              { replace: row === null },
            )
        },
      },
    }),
  )

  return {
    draft,
    read: shown,
    answer,
    storedNet: storedAnswer?.price?.net ?? null,
    isEdited: edited !== null,
    isBusy: state.hasTag('busy'),
    isConflict: state.matches('conflict') || (edited !== null && row !== null && edited.version !== row.row_version),
    problem: state.context.problem,
    change: (next: Partial<Draft>) => {
      send({ type: 'typed' })
      kept.change((current) => ({
        id: current?.id ?? row?.id ?? fresh.id,
        version: current ? current.version : (row?.row_version ?? null),
        draft: { ...(current?.draft ?? stored), ...next },
      }))
    },
    save: () =>
      send({
        type: 'save',
        saving: {
          id: edited?.id ?? row?.id ?? fresh.id,
          version: edited ? edited.version : (row?.row_version ?? null),
        },
      }),
    saveCopy: () => send({ type: 'copy.save', id: newId() }),
    takeTheirs: () => {
      kept.clear()
      send({ type: 'theirs.take' })
    },
    clear: kept.clear,
  }
}
