import { useEffect, useMemo, useRef } from 'react'
import type { Suggestion } from '@/kit/sheet/sheet-column'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import type { LineChange, QuotationItem } from './line'
import { patchOf } from './line-columns'
import { changeOf } from './line-edits'

/** The choices of an option cell: an extra, an existing group, or a new group with the typed name. */
export function optionChoices(
  typed: string,
  others: readonly QuotationItem[],
): readonly { name: string; detail: string }[] {
  const name = typed.trim()
  const groups = [...new Set(others.flatMap(({ option_group }) => option_group ?? []))]
  const fitting = groups.filter((group) => foldAccents(group).includes(foldAccents(name)))
  const isNew = name !== '' && !/^(yes|option)$/i.test(name) && !groups.includes(name)
  return [
    { name: 'Option', detail: 'An extra: the client may add it' },
    ...fitting.map((group) => ({ name: group, detail: 'The client chooses one line of this group' })),
    ...(isNew ? [{ name, detail: 'A new group: with two lines or more, the client chooses one of them' }] : []),
  ]
}

/** A hook for the sheet: the choices of an option cell; `perform` is given the change that the chosen one makes. */
export function useOptionSuggestions(
  lines: readonly QuotationItem[],
  perform: (changes: readonly LineChange[]) => void,
) {
  const now = useRef({ lines, perform })
  useEffect(() => {
    now.current = { lines, perform }
  })
  return useMemo(
    () =>
      (typed: string, line: QuotationItem): readonly Suggestion[] =>
        optionChoices(
          typed,
          now.current.lines.filter(({ id }) => id !== line.id),
        ).map(({ name, detail }) => ({
          key: name,
          label: name,
          detail,
          value: '',
          take: () => {
            const change = changeOf(line, patchOf(line, 'option', name, []))
            if (change) now.current.perform([change])
          },
        })),
    [],
  )
}
