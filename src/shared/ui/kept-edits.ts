import { useState } from 'react'
import { z } from 'zod'
import { useCurrentUser } from './current-user'

/** A value that somebody typed, and the stored one that stood there when they began. */
export type Edit = { from: string; to: string }
export type Edits<Field extends string> = Partial<Record<Field, Edit>>

const storedEdits = z.record(z.string(), z.object({ from: z.string(), to: z.string() })).catch({})

/**
 * What a person typed over stored values and did not save yet. It is kept in this browser, so a reload, a failed save
 * and an expired session lose nothing. What somebody else stored meanwhile in the same field is a conflict, shown
 * before anything is saved.
 */
export function useKeptEdits<Field extends string>(name: string, stored: Readonly<Record<Field, string>>) {
  const key = `signwright-draft:${useCurrentUser().id}:${name}`
  const [edits, setEdits] = useState<Edits<Field>>(() => keptOf(read(key), stored))
  const keep = (change: (current: Edits<Field>) => Edits<Field>) =>
    setEdits((current) => {
      const next = change(current)
      write(key, next)
      return next
    })

  return {
    edits,
    isChanged: Object.keys(edits).length > 0,
    values: valuesOf(stored, edits),
    conflicts: conflictsOf(stored, edits),
    put: (field: Field, to: string) => keep((current) => withEdit(current, field, to, stored[field])),
    /** The person looked at the other's value and stays with their own. */
    insist: (field: Field) =>
      keep((current) => {
        const edit = current[field]
        return edit ? { ...current, [field]: { ...edit, from: stored[field] } } : current
      }),
    forget: (fields: readonly Field[]) => keep((current) => without(current, fields)),
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

/** Fields that somebody else changed since the person began to type there, and to something else. */
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
): Edits<Field> {
  if (to === stored) return without(edits, [field])
  return { ...edits, [field]: { from: edits[field]?.from ?? stored, to } }
}

function without<Field extends string>(edits: Edits<Field>, fields: readonly Field[]): Edits<Field> {
  const left = { ...edits }
  for (const field of fields) delete left[field]
  return left
}

function fieldsOf<Field extends string>(stored: Readonly<Record<Field, string>>): Field[] {
  return Object.keys(stored).filter((key): key is Field => key in stored)
}

/** Of what was kept, the fields that still exist and are not stored by now. */
function keptOf<Field extends string>(kept: unknown, stored: Readonly<Record<Field, string>>): Edits<Field> {
  const known = storedEdits.parse(kept)
  const edits: Edits<Field> = {}
  for (const field of fieldsOf(stored)) {
    const edit = known[field]
    if (edit && edit.to !== stored[field]) edits[field] = edit
  }
  return edits
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

function write(key: string, edits: object): void {
  try {
    if (Object.keys(edits).length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(edits))
  } catch {
    return
  }
}
