import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { confirmChange } from '@/kit/confirm'
import { planDay } from '@/kit/planning/plan-day'
import { dayAfter } from '@/shared/domain/time/days'
import { type Bar, canStand, shownDays } from '../plan-view'
import type { Wanted } from '../use-plan-moves'
import { usePlanSetting } from './plan-context'

/** The database takes so many at once. */
const mostAtOnce = 500

/** The steps that nobody gave a day, on the days where the plan puts them. */
const withoutDay = (bars: Iterable<Bar>): Wanted[] =>
  [...bars].flatMap(({ step, placed }) =>
    placed.state === 'suggested' || placed.state === 'missed' ? [{ step, day: placed.start }] : [],
  )

type PlanDaysProps = { from: string; show: (day: string) => void; bars: ReadonlyMap<string, Bar> }

/** The two weeks that are shown, the way to others, and the act that keeps all suggested days. */
export function PlanDays({ from, show, bars }: PlanDaysProps) {
  const { workload, plan, mayPlan, move } = usePlanSetting()
  const { today } = workload
  const loose = withoutDay([...bars.values()].filter((bar) => canStand(bar, plan))).slice(0, mostAtOnce)
  const count = `${loose.length} ${loose.length === 1 ? 'step' : 'steps'}`
  const keep = () =>
    confirmChange({
      title: `Plan ${count}?`,
      text: 'Each gets the day on which the plan shows it now, and keeps it until somebody moves it. A step that fits into a day and begins in what is left of one stays a suggestion.',
      confirm: 'Plan them',
      onConfirm: () => move(loose, `${count} planned.`),
    })
  return (
    <Group justify="space-between" my="sm" gap="xs">
      <Group gap="xs">
        <Button
          variant="default"
          px="xs"
          aria-label="A week earlier"
          disabled={from <= today}
          onClick={() => show(dayAfter(from, -7))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </Button>
        <Button variant="default" disabled={from === today} onClick={() => show(today)}>
          Today
        </Button>
        <Button variant="default" px="xs" aria-label="A week later" onClick={() => show(dayAfter(from, 7))}>
          <IconChevronRight size={18} aria-hidden />
        </Button>
        <Text fw={650}>
          {planDay(from, today)} – {planDay(dayAfter(from, shownDays - 1), today)}
        </Text>
      </Group>
      {mayPlan && loose.length > 0 ? (
        <Button variant="default" onClick={keep}>
          Keep the suggested days
        </Button>
      ) : null}
    </Group>
  )
}
