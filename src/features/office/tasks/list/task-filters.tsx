import { CloseButton, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconLayoutKanban, IconList, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { ViewsMenu } from '@/kit/list/views/views-menu'
import { FoldedFilters } from '@/kit/list/folded-filters'
import { useIsPhone } from '@/kit/list/use-wide'
import { statusLabels, taskScopes, taskStatuses, type TaskScope } from '@/shared/domain/tasks/task'
import { type TaskSort, taskSorts } from '../api/tasks.query'
import { ClientFilter } from './client-filter'
import { AboutFilter } from './about/about-filter'
import { PersonFilter } from './person-filter'
import { dueChoices, dueLabels } from './due'
import { groupLabels, taskGroups } from './task-groups'
import type { TasksSearch } from './tasks-search'
import classes from './task-filters.module.css'

const scopeLabels: Record<TaskScope, string> = { mine: 'Mine', created: 'Created by me', all: 'All' }
const sortLabels: Record<TaskSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  due: 'Due first',
  title: 'By title',
}

type TaskFiltersProps = { search: TasksSearch; onChange: (change: Partial<TasksSearch>) => void }

/** The filters and the view of the tasks; all are in the address. On a phone the filters are behind one button. */
export function TaskFilters({ search, onChange }: TaskFiltersProps) {
  const isPhone = useIsPhone()
  const scope = (
    <SegmentedControl
      aria-label="Which tasks"
      fullWidth={isPhone}
      value={search.scope}
      onChange={(chosen) => onChange({ scope: chosen })}
      data={taskScopes.map((value) => ({ value, label: scopeLabels[value] }))}
    />
  )
  const title = <TitleSearch text={search.text} onChange={(text) => onChange({ text })} />
  const choices = <Choices search={search} onChange={onChange} />
  const views = <ViewsMenu list="tasks" many="tasks" />
  const view = (
    <SegmentedControl
      aria-label="Shown as"
      value={search.view}
      onChange={(chosen) => onChange({ view: chosen })}
      data={[
        { value: 'list', label: <ViewLabel icon={<IconList size={16} aria-hidden />} text="List" /> },
        { value: 'board', label: <ViewLabel icon={<IconLayoutKanban size={16} aria-hidden />} text="Board" /> },
      ]}
    />
  )
  if (isPhone)
    return (
      <div className={classes.folded} role="search" aria-label="Tasks">
        <FoldedFilters
          search={title}
          count={countSet(search)}
          end={
            <>
              {views}
              {view}
            </>
          }
        >
          {choices}
        </FoldedFilters>
        {scope}
      </div>
    )
  return (
    <div className={classes.filters} role="search" aria-label="Tasks">
      {scope}
      {title}
      {choices}
      <span className={classes.view}>
        {views}
        {view}
      </span>
    </div>
  )
}

/** The number of folded filters that differ from their default. */
const countSet = ({ view, status, due, clientId, personId, about, sort, group }: TasksSearch): number =>
  [
    view === 'list' && status !== null,
    due !== null,
    clientId !== null,
    personId !== null,
    about !== null,
    sort !== taskSorts[0],
    view === 'list' && group !== null,
  ].filter(Boolean).length

function Choices({ search, onChange }: TaskFiltersProps) {
  return (
    <>
      {search.view === 'list' ? (
        <Select
          aria-label="Status"
          placeholder="Every status"
          clearable
          className={classes.choice}
          value={search.status}
          onChange={(status) => onChange({ status })}
          data={taskStatuses.map((value) => ({ value, label: statusLabels[value] ?? value }))}
        />
      ) : null}
      <Select
        aria-label="Due"
        placeholder="Any due date"
        clearable
        className={classes.choice}
        value={search.due}
        onChange={(due) => onChange({ due })}
        data={dueChoices.map((value) => ({ value, label: dueLabels[value] }))}
      />
      <PersonFilter personId={search.personId} onChange={(personId) => onChange({ personId })} />
      <AboutFilter about={search.about} onChange={(about) => onChange({ about })} />
      <ClientFilter clientId={search.clientId} onChange={(clientId) => onChange({ clientId })} />
      <Select
        aria-label="Sort"
        allowDeselect={false}
        className={classes.choice}
        value={search.sort}
        onChange={(sort) => (sort === null ? undefined : onChange({ sort }))}
        data={taskSorts.map((value) => ({ value, label: sortLabels[value] }))}
      />
      {search.view === 'list' ? <GroupChoice group={search.group} onChange={onChange} /> : null}
    </>
  )
}

const GroupChoice = ({ group, onChange }: Pick<TasksSearch, 'group'> & Pick<TaskFiltersProps, 'onChange'>) => (
  <Select
    aria-label="Group"
    placeholder="Not grouped"
    clearable
    className={classes.choice}
    value={group}
    onChange={(chosen) => onChange({ group: chosen })}
    data={taskGroups.map((value) => ({ value, label: groupLabels[value] }))}
  />
)

const ViewLabel = ({ icon, text }: { icon: React.ReactNode; text: string }) => (
  <span className={classes.viewLabel}>
    {icon}
    <span>{text}</span>
  </span>
)

function TitleSearch({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const [said, setSaid] = useState(text)
  if (said !== text) {
    setSaid(text)
    if (typed.trim() !== text) setTyped(text)
  }
  const search = useDebouncedCallback(onChange, 250)
  const change = (value: string) => {
    setTyped(value)
    search(value.trim())
  }
  return (
    <TextInput
      aria-label="Search tasks"
      placeholder="Search tasks"
      data-key="/"
      className={classes.text}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      rightSection={typed === '' ? null : <CloseButton size="sm" aria-label="Clear" onClick={() => change('')} />}
      value={typed}
      maxLength={200}
      error={typed.trim().length === 1 ? 'Type at least 2 characters.' : null}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
