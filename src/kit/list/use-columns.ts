import { useMemo, useState } from 'react'
import { listOf, text } from '@/shared/domain/records/mini-schema'
import { memoryOfPerson } from '@/shared/lib/memory'
import { useCurrentUser } from '@/shared/hooks/current-user'
import type { Column } from './column'
import { useIsPhone, useWidths } from './use-wide'

const namesSchema = listOf(text)

/** The columns that a person chose for a list, kept in this browser; the first column always shows. */
export function useColumns<Row>(list: { name: string; columns: readonly Column<Row>[] }) {
  const { id, rights } = useCurrentUser()
  const memory = useMemo(() => memoryOfPerson(id, `columns-of-${list.name}`, namesSchema), [id, list.name])
  const [chosen, setChosen] = useState(() => memory.read())
  const widths = useWidths()
  const isPhone = useIsPhone()
  const allowed = list.columns.filter((column) => column.right?.(rights) ?? true)
  const names = new Set(chosen ?? allowed.filter(({ isExtra }) => !isExtra).map(({ name }) => name))
  return {
    allowed,
    names,
    shown: allowed.filter(
      ({ name, from, card }, place) =>
        place === 0 ||
        (names.has(name) && (from === undefined || widths[from] || (isPhone && (card === 'line' || card === 'below')))),
    ),
    choose: (next: ReadonlySet<string>) => {
      memory.keep([...next])
      setChosen([...next])
    },
  }
}
