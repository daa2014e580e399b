import { withTax } from '@/shared/domain/text/formats'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { toCsv } from '@/shared/domain/text/csv'
import { saveCsv } from '@/shared/lib/save-file'
import type { Column } from './column'
import type { ListDefinition, Sort } from './define-list'
import type { Filters, FilterValues } from './filter'
import { readAllRows } from './use-list'

/** Makes a CSV file of every row that matches, not only of those shown, with the columns that are chosen, or as `file` writes it. */
export function useExport<Row, F extends Filters>(
  list: ListDefinition<Row, F>,
  columns: readonly Column<Row>[],
  { filter, sort }: { filter: FilterValues<F>; sort: Sort },
) {
  const queries = useQueryClient()
  const [read, setRead] = useState(0)
  const exported = columns.flatMap(({ label, csv }) => (csv ? [{ label, csv }] : []))
  const exporting = useActMutation({
    mutationFn: async () => {
      setRead(0)
      const rows = await readAllRows(list, { filter, sort, signal: new AbortController().signal }, setRead)
      const header = exported.map(({ label }) => withTax(label))
      const cells = () =>
        Promise.all(rows.map((row) => Promise.all(exported.map(async ({ csv }) => csv(row, queries)))))
      saveCsv(`${list.many}.csv`, list.file ? await list.file(rows) : toCsv(header, await cells()))
    },
  })
  return { canExport: list.file !== undefined || exported.length > 0, read, exporting }
}
