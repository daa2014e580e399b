import { Button } from '@mantine/core'
import { IconArrowUp, IconFilterOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { countText } from '@/shared/domain/text/formats'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { ShowMore } from '@/shared/ui/page/show-more'
import { useLive } from '../live/use-live'
import { idOfRow, type ListDefinition } from './define-list'
import { type Filters, type FilterValues, placeOf } from './filter'
import { ListCards } from './list-cards'
import { ListFilters } from './list-filters'
import { ListMenu } from './list-menu'
import { ListTable } from './list-table'
import classes from './list.module.css'
import { BulkBar } from './bulk-bar'
import { useCalmRows } from './use-calm-rows'
import { useColumns } from './use-columns'
import { useExport } from './use-export'
import { useListAddress, useListRows } from './use-list'
import { useSelection } from './use-selection'
import { useIsPhone } from './use-wide'
import { ViewsMenu } from './views/views-menu'

export type RecordListProps<Row, F extends Filters> = {
  list: ListDefinition<Row, F>
  /** The link of a row. A row without one is plain. */
  href?: (row: Row) => string | null
  /** The empty state: its text and the next action. */
  empty: { icon: ReactNode; title: string; children?: ReactNode; actions?: ReactNode }
  /** Buttons at the end of a row. */
  rowActions?: (row: Row) => ReactNode
  /** Buttons for the rows that are chosen; without it no rows are chosen. */
  bulk?: (rows: readonly Row[], clear: () => void) => ReactNode
  /** Further entries of the list's menu. */
  menu?: ReactNode
  /** Sums of the rows: above the filters, on a phone below the rows. */
  sums?: ReactNode
}

/** The filters, the rows and their actions. The surrounding screen has the title. */
export function RecordList<Row, F extends Filters>(props: RecordListProps<Row, F>) {
  const { list, bulk } = props
  const address = useListAddress(list)
  const read = useListRows(list, address.filter, address.sort)
  const columns = useColumns(list)
  const file = useExport(
    list,
    columns.allowed.filter(({ name }, place) => place === 0 || columns.names.has(name)),
    address,
  )
  const isPhone = useIsPhone()
  const selection = useSelection(read.rows.map((row) => idOfRow(list, row)))
  const calm = useCalmRows({
    rows: read.rows,
    idOf: (row) => idOfRow(list, row),
    request: read.request,
    isBusy: selection.ids.size > 0,
  })
  useLive(list.key, list.live ?? [])
  const place = placeOf(list.filters, address.filter)
  const view = {
    list,
    rows: calm.rows,
    columns: columns.shown,
    href: props.href,
    rowActions: props.rowActions,
    selection: bulk ? selection : null,
    isStale: read.isStale,
  }

  return (
    <>
      {isPhone ? null : props.sums}
      <ListFilters filters={list.filters} values={address.filter} set={address.set} onChange={address.change}>
        <span className={classes.total} role="status">
          {file.exporting.isPending ? `${countText(file.read)} ${list.many} …` : totalText(list, read.total)}
        </span>
        <ViewsMenu list={list.name} many={list.many} />
        <ListMenu
          many={list.many}
          columns={columns.allowed}
          shown={columns.names}
          onShow={columns.choose}
          isExporting={file.exporting.isPending}
          onExport={file.canExport ? () => file.exporting.mutate() : null}
        >
          {props.menu}
        </ListMenu>
      </ListFilters>
      {calm.waiting > 0 ? (
        <div className={classes.arrivals} role="status">
          <Button
            size="compact-sm"
            radius="xl"
            leftSection={<IconArrowUp size={14} aria-hidden />}
            aria-label={`Show ${totalText({ one: `new ${list.one}`, many: `new ${list.many}` }, calm.waiting)}`}
            onClick={calm.showAll}
          >
            {`${countText(calm.waiting)} new`}
          </Button>
        </div>
      ) : null}
      {file.exporting.isError ? <Problem>{saveProblem(file.exporting.error)}</Problem> : null}
      {read.isPending ? (
        <div className={classes.coming}>
          <LineSkeletons count={8} height={40} />
        </div>
      ) : read.isFailed ? (
        <Problem onRetry={read.retry}>{`The ${list.many} could not be read`}</Problem>
      ) : read.rows.length === 0 && address.set.length > 0 ? (
        <EmptyScreen
          icon={<IconFilterOff stroke={1.5} />}
          title={`No ${list.many} match these filters`}
          actions={
            <Button variant="default" onClick={address.showAll}>
              Show all
            </Button>
          }
        />
      ) : read.rows.length === 0 && place ? (
        <EmptyScreen
          icon={<IconFilterOff stroke={1.5} />}
          title={`No ${list.many} under “${place.label}”`}
          actions={
            <Button
              variant="default"
              onClick={() => address.change({ [place.name]: place.usual } as Partial<FilterValues<F>>)}
            >
              {`Show “${place.usualLabel}”`}
            </Button>
          }
        />
      ) : read.rows.length === 0 ? (
        <EmptyScreen {...props.empty} />
      ) : isPhone ? (
        <ListCards {...view} />
      ) : (
        <ListTable {...view} sort={address.sort} onSort={address.sortBy} />
      )}
      <ShowMore of={{ hasNextPage: read.hasMore, isFetchingNextPage: read.isReadingMore, fetchNextPage: read.more }} />
      {isPhone ? props.sums : null}
      {bulk && selection.ids.size > 0 ? (
        <BulkBar name={list.many} count={selection.ids.size} onClear={selection.clear}>
          {bulk(
            read.rows.filter((row) => selection.ids.has(idOfRow(list, row))),
            selection.clear,
          )}
        </BulkBar>
      ) : null}
    </>
  )
}

const totalText = ({ one, many }: { one: string; many: string }, total: number | null): string =>
  total === null ? '' : `${countText(total)} ${total === 1 ? one : many}`
