import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { withTax } from '@/shared/domain/text/formats'
import { useCallback, useEffect, useRef, useState } from 'react'
import { onceAnswering } from '@/shared/db/fetch/once-answering'
import { isUnreachable } from '@/shared/db/fetch/unreachable'
import { useRights } from '@/shared/hooks/current-user'
import { useKeptEdits } from '@/shared/hooks/kept-edits'
import { isDuplicate, saveProblem } from '@/shared/hooks/save-problem'
import { useFormats } from '@/shared/hooks/use-formats'
import { useRefusal } from '@/shared/hooks/use-refusal'
import { columnsOf, NotSaved } from '../save/not-saved'
import { useOneMutation } from '../save/use-one-mutation'
import {
  currentDrafts,
  type DraftOf,
  draftOf,
  type Fields,
  missingLabels,
  namesOf,
  plainDrafts,
  problemsOf,
  type ValuesOf,
  valuesOf,
} from '../fields/field'

type RecordFormOptions<F extends Fields, Result> = {
  fields: F
  /** The key of the drafts in this browser: the kind of record, with its id if it has one. */
  name: string
  /** The current row, live; `null` when it was removed; for a new record its initial values, or nothing. */
  stored?: object | null
  /** True for a new record, which may be saved unchanged. */
  isNew?: boolean
  /**
   * The initial values of a new record are where the form begins, and no facts: what was typed over them is no conflict
   * when it begins otherwise the next time.
   */
  isOnlyBegun?: boolean
  /** Writes the values; `saveVersioned` and `insertRow` are made for this. Its answer reaches `onSaved`. */
  save: (values: ValuesOf<F>) => Promise<Result>
  /** The queries that show the record: read again before `onSaved`. */
  queryKey: QueryKey
  onSaved?: (result: Result) => unknown
  /** The form stays on the screen and is empty again after a save. */
  clears?: boolean
  /** A sentence where the database refuses a double of this record and names no field. */
  duplicate?: string
  /** Rules over several fields: problems by field. Times come as `08:00`, however they were typed. */
  check?: (drafts: DraftOf<F>) => Partial<Record<keyof F & string, string>>
}

/**
 * The state of one form: drafts that survive a reload, a failed save and an expired session; problems as sentences;
 * changes of other people; one save at a time.
 */
export function useRecordForm<F extends Fields, Result = unknown>(options: RecordFormOptions<F, Result>) {
  const { fields, isNew = false } = options
  const rights = useRights()
  const queryClient = useQueryClient()
  const [last, setLast] = useState(() => draftOf(fields, options.stored ?? {}))
  const [asked, setAsked] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const now = options.stored === null ? last : draftOf(fields, options.stored ?? {})
  const isSame = JSON.stringify(now) === JSON.stringify(last)
  if (!isSame) setLast(now)
  const stored = isSame ? last : now
  const kept = useKeptEdits<keyof F & string>(useDraftName(options.name, fields), stored)
  const [wasKept, setWasKept] = useState(kept.isChanged)
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set())
  const { drafts, outdated } = currentDrafts(fields, kept, stored, isNew ? typed : null)
  const isGone = options.stored === null

  const afterSave = useRef<(() => unknown) | null>(null)
  const saving = useOneMutation({
    mutationFn: (_then: (() => unknown) | undefined) => options.save(valuesOf(fields, drafts, rights) as ValuesOf<F>),
    onSuccess: async (result, then) => {
      await queryClient.invalidateQueries({ queryKey: options.queryKey })
      if (isNew && !options.clears) kept.forgetKept()
      else kept.forget()
      setAsked(false)
      setWasKept(false)
      setLeft(new Set())
      setTyped(new Set())
      await options.onSaved?.(result)
      await then?.()
      await afterSave.current?.()
      afterSave.current = null
    },
    onError: () => {
      afterSave.current = null
      void queryClient.invalidateQueries({ queryKey: options.queryKey })
    },
  })

  // That the server cannot be reached is true only until it answers again.
  const { error, reset } = saving
  useEffect(() => (isUnreachable(error) ? onceAnswering(reset) : undefined), [error, reset])

  // A change by this form's own save is no conflict; it is read again before the form closes.
  const isSaved = saving.isPending || (isNew && !options.clears && saving.isSuccess)
  const conflicts = isSaved || (isNew && options.isOnlyBegun) ? [] : kept.conflicts

  const wrong = { ...problemsOf(fields, drafts, rights), ...options.check?.(plainDrafts(fields, drafts)) }
  const refusal = refusedField(fields, saving.error)
  const { form: formRef, refuse } = useRefusal(saving.error)
  const attach = useCallback(
    (element: HTMLFormElement | null) => {
      formRef.current = element
    },
    [formRef],
  )
  const isWrong = Object.keys(wrong).length > 0 || (conflicts.length > 0 && !isGone)

  const submit = (then?: () => unknown) => {
    setAsked(true)
    if (isWrong) refuse()
    else saving.mutate(then)
  }

  return {
    fields,
    rights,
    /** For the `ref` of the form element: the first wrong field is found in it. */
    attach,
    drafts,
    stored,
    isNew,
    isGone,
    isChanged: kept.isChanged,
    /** What was typed before the form opened is shown, and is not saved. */
    isRestored: wasKept && kept.isChanged,
    isSaving: saving.isPending,
    conflicts: isGone ? [] : conflicts,
    takeTheirs: (field: keyof F & string) => kept.forget([field]),
    keepMine: kept.insist,
    /** Labels of required fields that are empty. */
    missing: missingLabels(fields, drafts, rights),
    put: (field: keyof F & string, draft: string) => {
      if (saving.isError) saving.reset()
      if (fields[field]?.proposed) setTyped((known) => new Set(known).add(field))
      kept.put(field, draft, fields[field]?.about?.(drafts))
    },
    leave: (field: keyof F & string) => setLeft((fieldsLeft) => new Set(fieldsLeft).add(field)),
    /** The reason of the last failed save, when no field shows it. */
    problem:
      saving.error && !refusal && !(isConflict(saving.error) && conflicts.length > 0)
        ? saveProblem(saving.error, options.duplicate)
        : null,
    problemOf: (field: keyof F & string): string | null => {
      if (refusal?.field === field) return refusal.problem
      const typed = drafts[field].trim() !== ''
      const early = fields[field]?.checkedWhileTyped?.(drafts[field]) ?? false
      return asked || early || (left.has(field) && typed) ? (wrong[field] ?? null) : null
    },
    /** That what was typed here was for something else, in words; null where it was not. */
    outdatedOf: (field: keyof F & string): string | null => {
      const { to, about } = outdated[field] ?? {}
      if (to === undefined || !about) return null
      const was = `${fields[field]?.words(to) ?? to} was typed for ${about}.`
      return drafts[field] === '' ? was : `This is proposed anew: ${was}`
    },
    isWrong,
    /** Saves, or moves the focus to the first problem. `then`: runs after the save, for a second button. */
    submit,
    /** Like `submit`. `then` also runs when a save is under way already. */
    saveThen: (then: () => unknown) => {
      if (saving.isPending || !isWrong) afterSave.current = then
      if (!saving.isPending) submit()
    },
    /** Discards the drafts. */
    discard: () => {
      saving.reset()
      setAsked(false)
      setWasKept(false)
      setLeft(new Set())
      setTyped(new Set())
      kept.forget()
    },
  }
}

/** The key of the drafts of a form: what was typed in one unit of lengths is not read again in another. */
export function useDraftName(name: string, fields: Fields): string {
  const { length_unit } = useFormats()
  return length_unit !== 'mm' && Object.values(fields).some(({ isLength }) => isLength)
    ? `${name} in ${length_unit}`
    : name
}

/** The fields of the conflict are shown one by one as soon as the record was read again. */
const isConflict = (error: unknown) => error instanceof NotSaved && error.reason === 'conflict'

export type RecordFormState<F extends Fields> = ReturnType<typeof useRecordForm<F>>

/**
 * The field that a refusal of the database is about, with the sentence to show under it. Of the columns of a double's
 * key the one with a sentence for doubles is shown. A key of columns that the form does not have is about no field:
 * no field's sentence would be true. Only a double that names no key at all is shown under the first such field.
 */
function refusedField<F extends Fields>(fields: F, error: unknown): { field: string; problem: string } | null {
  if (!error || error instanceof NotSaved) return null
  const names = namesOf(fields)
  const named = columnsOf(error, names)
  const withSentence = isDuplicate(error) ? (named ?? names).find((name) => fields[name]?.duplicate) : undefined
  const field = withSentence ?? named?.[0]
  if (field === undefined) return null
  const { duplicate = 'Another record has this already.', label = '' } = fields[field] ?? {}
  return { field, problem: saveProblem(error, duplicate, withTax(label)) }
}
