import { Button, Stack } from '@mantine/core'
import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { countText, withTax } from '@/shared/domain/text/formats'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { FilterField } from '@/shared/ui/parts/filter-field'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { confirmRemoval } from '../confirm'
import { draftOf, isShown, namesOf } from '../fields/field'
import { useWords } from '../fields/use-words'
import { RecordForm } from '../form/record-form'
import { useOpenedForm } from '../form/use-opened-form'
import { useDraftName, useRecordForm } from '../form/use-record-form'
import { FittingTable } from '../list/fitting-table'
import list from '../list/list.module.css'
import { useIsPhone, useWidths } from '../list/use-wide'
import { useLive } from '../live/use-live'
import { capital } from '../words'
import { smallRows } from './inline-rows'
import { showsUse, type SmallRecord, type SmallTableDefinition } from './inline-definition'
import { SmallRow } from './inline-row'
import { useEditedRow } from './use-edited-row'

/** More columns than this have no room below 1200 px. */
const columnsOfATablet = 7

/** The list itself; the screen around it gives the title. */
export function SmallTable({ of }: { of: SmallTableDefinition }) {
  const { fields, key } = of
  const [one, many] = [withTax(of.one), withTax(of.many)]
  const { id: userId, rights } = useCurrentUser()
  const isPhone = useIsPhone()
  const widths = useWidths()
  const queryClient = useQueryClient()
  const rows = smallRows(of)
  const read = useQuery({ queryKey: [...key, 'small', of.table, of.where], queryFn: ({ signal }) => rows.read(signal) })
  const adding = useOpenedForm(useDraftName(newName(of), addedFields(of)))
  const [search, setSearch] = useState('')
  useLive(key, of.live)
  const removing = useActMutation({
    mutationFn: (id: string) => rows.remove(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })

  const [name = ''] = namesOf(fields)
  const columns = (of.columns ?? namesOf(fields)).filter((column) => fields[column]?.right?.(rights) ?? true)
  const isCards = isPhone || (columns.length > columnsOfATablet && !widths.lg)
  const drafts = (row: SmallRecord) => draftOf(fields, row)
  const wordsOf = useWords(fields)
  const words = (row: SmallRecord) => columns.map((column) => wordsOf(column, drafts(row)[column] ?? ''))
  const wanted = search.trim().toLowerCase()
  const all = read.data ?? []
  const { edited, edit } = useEditedRow(of, all)
  const shown = all.filter((row) => words(row).join('\n').toLowerCase().includes(wanted))
  const isAdding = adding.isOpen && of.rights.add(rights)
  const addButton = of.rights.add(rights) ? (
    <Button leftSection={<IconPlus size={18} aria-hidden />} disabled={isAdding} onClick={adding.open}>
      {`Add ${one}`}
    </Button>
  ) : null

  const lines = shown.map((row) => (
    <SmallRow
      key={row.id}
      of={of}
      row={row}
      wordsOf={wordsOf}
      columns={columns.filter((column) => {
        const field = fields[column]
        return field !== undefined && isShown(field, drafts(row), rights)
      })}
      allColumns={columns}
      isCard={isCards}
      isEdited={edited === row.id}
      mayChange={of.rights.change(rights, row, userId)}
      mayRemove={of.rights.remove(rights, row, userId)}
      isRemoving={removing.isPending && removing.variables === row.id}
      onEdit={() => edit(row.id)}
      onClose={() => edit(null)}
      onRemove={() =>
        confirmRemoval({
          title: `Remove this ${one}?`,
          text: `“${of.called?.(row) ?? wordsOf(name, drafts(row)[name] ?? '')}” disappears for everybody.`,
          confirm: `Remove ${one}`,
          onConfirm: () => removing.mutate(row.id),
        })
      }
    />
  ))
  return (
    <Stack gap="md">
      {all.length > 0 ? (
        <div className={list.bar} style={{ marginBottom: 0 }}>
          {all.length > 10 ? (
            <FilterField
              className={list.search}
              label={`Search ${many}`}
              placeholder={`Search ${many}`}
              text={search}
              onFilter={setSearch}
            />
          ) : null}
          <span
            className={list.total}
            style={{ minWidth: 0 }}
            role="status"
          >{`${countText(all.length)} ${all.length === 1 ? one : many}`}</span>
          <div className={list.end}>{addButton}</div>
        </div>
      ) : null}
      {isAdding ? <NewRecord of={of} onClose={adding.close} /> : null}
      {removing.isError ? <Problem>{saveProblem(removing.error)}</Problem> : null}
      {read.isPending ? (
        <LineSkeletons count={6} height={40} />
      ) : !read.data ? (
        <Problem onRetry={() => void read.refetch()}>{`The ${many} could not be read`}</Problem>
      ) : all.length === 0 ? (
        isAdding ? null : (
          <EmptyScreen icon={<IconListDetails stroke={1.5} />} title={`No ${many} yet`} actions={addButton}>
            {of.about ? withTax(of.about) : null}
          </EmptyScreen>
        )
      ) : shown.length === 0 ? (
        <EmptyScreen icon={<IconListDetails stroke={1.5} />} title={`No ${many} match these words`} />
      ) : isCards ? (
        <ul className={list.cards} aria-label={capital(many)}>
          {lines}
        </ul>
      ) : (
        <FittingTable label={capital(many)} content={lines}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={fields[column]?.align === 'right' ? list.right : undefined}>
                  {withTax(fields[column]?.columnLabel ?? fields[column]?.label ?? column)}
                </th>
              ))}
              {showsUse(of) ? (
                <th scope="col" className={of.usesOf ? undefined : list.right}>
                  Used
                </th>
              ) : null}
              <th className={list.rest} aria-hidden="true" />
              <th scope="col" aria-label="Actions" />
            </tr>
          </thead>
          <tbody>{lines}</tbody>
        </FittingTable>
      )}
    </Stack>
  )
}

/** Two lists over one table, such as the types of two categories, have separate drafts. */
const newName = ({ table, where = {} }: SmallTableDefinition) => ['new', table, ...Object.values(where)].join('-')

/** What is typed for new records, one or several at once. */
const addedFields = ({ several, fields }: SmallTableDefinition) => several?.fields ?? fields

function NewRecord({ of, onClose }: { of: SmallTableDefinition; onClose: () => void }) {
  const form = useRecordForm({
    fields: addedFields(of),
    name: newName(of),
    isNew: true,
    queryKey: of.key,
    ...(of.check ? { check: of.check } : {}),
    save: (values) => smallRows(of).add(values),
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      label={withTax(`New ${of.one}`)}
      submitLabel={withTax(`Add ${of.one}`)}
      autoFocus
      onCancel={onClose}
    />
  )
}
