import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useIsPhone } from '@/kit/list/use-wide'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { isDay, mondayOf } from '@/shared/domain/time/days'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { templatesQuery, type Week, weekQuery } from '../api/schedule.query'
import { usePlanning } from '../use-planning'
import { weekFrom } from '../week'
import type { Person } from './week-grid'

export type WeekPanelProps = { zone: string; today: string; mayPlan: boolean; isMine: boolean }

/** The chosen week: what is read of it, whose it is, and what a planner does with its shifts. */
export function useWeekPanel({ zone, today, mayPlan, isMine }: WeekPanelProps) {
  const { id: me, name: myName } = useCurrentUser()
  const isPhone = useIsPhone()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('date')
  const chosenDay = isDay(asked) ? asked : today
  const monday = mondayOf(chosenDay)
  const days = useMemo(() => weekFrom(monday), [monday])
  const read = useQuery(weekQuery(zone, monday))
  const staff = useQuery(staffQuery)
  const templates = useQuery({ ...templatesQuery, enabled: mayPlan }).data ?? []
  const planning = usePlanning(zone, monday)
  const adding = useDialog('new-shift')
  const editing = useDialog('shift')
  const moving = useDialog('move-shift')
  const change = (next: Record<string, string | null>) =>
    setSearch((now) => {
      const changed = new URLSearchParams(now)
      for (const [name, value] of Object.entries(next))
        if (value === null) changed.delete(name)
        else changed.set(name, value)
      return changed
    })
  return {
    zone,
    today,
    mayPlan,
    isMine,
    isPhone,
    me,
    myName,
    chosenDay,
    monday,
    days,
    week: read.data,
    isPending: read.isPending || staff.isPending,
    isRead: read.data !== undefined && staff.data !== undefined,
    readAgain: () => Promise.all([read.refetch(), staff.refetch()]),
    people: isMine ? [{ value: me, label: myName }] : peopleOf(staff.data ?? [], read.data),
    templates,
    planning,
    adding,
    editing,
    moving,
    go: (day: string) => change({ date: day === today ? null : day }),
    openLeave: ({ id }: { id: string }) => change({ tab: 'leave', leave: id }),
    actions: mayPlan
      ? {
          onEdit: ({ id }: { id: string }) => editing.open(id),
          onMove: ({ id }: { id: string }) => moving.open(id),
          onRemove: planning.remove,
          onDrop: planning.move,
          onTemplate: planning.addTemplate,
          onAdd: (to: { user_id: string; day: string }) => adding.open(`${to.user_id}~${to.day}`),
          onAddOn: (on: string) => adding.open(`~${on}`),
        }
      : null,
  }
}
export type WeekHere = ReturnType<typeof useWeekPanel>

/** Colleagues by name, then those who left and still have shifts in the week. */
function peopleOf(staff: readonly Person[], week: Week | undefined): Person[] {
  const gone = new Set((week?.shifts ?? []).map(({ user_id }) => user_id))
  for (const { value } of staff) gone.delete(value)
  return [...staff, ...[...gone].map((value) => ({ value, label: 'Former colleague' }))]
}
