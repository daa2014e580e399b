import { byName, fields as shapeOf, orMissing, readAs, text } from '@/shared/domain/records/mini-schema'
import { useDraft } from './use-draft'

const editSchema = shapeOf({ from: text, to: text, about: orMissing(text) })

/** A typed value, and the stored value when the typing began. `about`: what it was typed for, of a value that holds for that alone. */
export type Edit = { from: string; to: string; about?: string | null }
export type Edits<Field extends string> = Partial<Record<Field, Edit>>

/**
 * Unsaved changes over stored values; for a new record, over its initial values. They are kept in this browser, so a reload, a
 * failed save and an expired session lose nothing. When another person stores a different value in the same field, that is a
 * conflict, shown before saving.
 */
export function useKeptEdits<Field extends string>(name: string, stored: Readonly<Record<Field, string>>) {
  const {
    draft: edits,
    change,
    forget: forgetKept,
  } = useDraft<Edits<Field>>({ name, schema: editsOf(stored), blank: {}, isBlank: isNothing })

  return {
    edits,
    isChanged: !isNothing(edits),
    values: valuesOf(stored, edits),
    conflicts: conflictsOf(stored, edits),
    put: (field: Field, to: string, about?: string) =>
      change((current) => withEdit(current, field, to, stored[field], about)),
    /** The person looked at the other's value and stays with their own. */
    insist: (field: Field) =>
      change((current) => {
        const edit = current[field]
        return edit ? { ...current, [field]: { ...edit, from: stored[field] } } : current
      }),
    forget: (fields: readonly Field[] = fieldsOf(stored)) => change((current) => without(current, fields)),
    /** All is saved: the browser forgets it, and the form shows it until it goes. */
    forgetKept,
  }
}

export const valuesOf = <Field extends string>(
  stored: Readonly<Record<Field, string>>,
  edits: Edits<Field>,
): Record<Field, string> => {
  const values: Record<Field, string> = { ...stored }
  for (const field of fieldsOf(stored)) values[field] = edits[field]?.to ?? stored[field]
  return values
}

/** Fields that another person changed to a different value after this person began to type. */
export const conflictsOf = <Field extends string>(
  stored: Readonly<Record<Field, string>>,
  edits: Edits<Field>,
): Field[] =>
  fieldsOf(stored).filter((field) => {
    const edit = edits[field]
    return edit !== undefined && stored[field] !== edit.from && stored[field] !== edit.to
  })

/** Typing the stored value again is no edit. */
export function withEdit<Field extends string>(
  edits: Edits<Field>,
  field: Field,
  to: string,
  stored: string,
  about?: string,
): Edits<Field> {
  if (to === stored) return without(edits, [field])
  return { ...edits, [field]: { from: edits[field]?.from ?? stored, to, ...(about === undefined ? {} : { about }) } }
}

function without<Field extends string>(edits: Edits<Field>, fields: readonly Field[]): Edits<Field> {
  const left = { ...edits }
  for (const field of fields) delete left[field]
  return left
}

function fieldsOf<Field extends string>(stored: Readonly<Record<Field, string>>): Field[] {
  return Object.keys(stored).filter((key): key is Field => key in stored)
}

/** The kept edits of fields that still exist and are not saved yet. */
const editsOf = <Field extends string>(stored: Readonly<Record<Field, string>>) =>
  readAs(byName(editSchema), (kept) => {
    const edits: Edits<Field> = {}
    for (const field of fieldsOf(stored)) {
      const edit = kept[field]
      if (edit && edit.to !== stored[field]) edits[field] = edit
    }
    return edits
  })

const isNothing = (edits: object): boolean => Object.keys(edits).length === 0
