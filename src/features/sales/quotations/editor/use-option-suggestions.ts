import { useEffect, useMemo, useRef } from 'react'
import type { Suggestion } from '@/kit/sheet/sheet-column'
import { folded } from '@/shared/domain/folded'
import type { QuotationItem } from './line'

/** What an option cell may become: an extra, one of a group that other lines have, or one of a group of this new name. */
export function optionChoices(
  typed: string,
  others: readonly QuotationItem[],
): readonly { name: string; detail: string }[] {
  const name = typed.trim()
  const groups = [...new Set(others.flatMap(({ option_group }) => option_group ?? []))]
  const fitting = groups.filter((group) => folded(group).includes(folded(name)))
  const isNew = name !== '' && !/^(yes|option)$/i.test(name) && !groups.includes(name)
  return [
    { name: 'Option', detail: 'An extra: the client may add it' },
    ...fitting.map((group) => ({ name: group, detail: 'The client chooses one line of this group' })),
    ...(isNew ? [{ name, detail: 'A new group: with two lines or more, the client chooses one of them' }] : []),
  ]
}

/** A hook for the sheet: the choices of an option cell. `onPick` is given the line and what its cell becomes. */
export function useOptionSuggestions(
  lines: readonly QuotationItem[],
  onPick: (line: QuotationItem, name: string) => void,
) {
  const now = useRef({ lines, onPick })
  useEffect(() => {
    now.current = { lines, onPick }
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
          take: () => now.current.onPick(line, name),
        })),
    [],
  )
}
